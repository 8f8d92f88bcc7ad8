/** Text on the page: colours of the points. */

export const COLOUR = "Colour";
export const COLOUR_BY = "Colour by";
export const COLUMNS = "Columns";
export const FIND_COLUMN = "Find a column";
export const NO_COLUMN = "No column has this in its name.";
export const COLOUR_FOOT = "Colours never change the clustering.";
export const CLOSE_COLOUR = "Close colour";
export const CLOSE_HINT = "Close (Esc)";
export const BY_CLUSTER = "By cluster";
export const MEDIAN = "median";
export const GOES_WITH = "Goes with the clusters";
export const FIND_KIND = "Find a kind";
export const FILTERS = "Filters";
export const CLEAR = "Clear";
export const CLEAR_ALL = "Clear all";
export const ASK_ONLY = "Ask only about these points";
export const ASK_HINT = "At least one of the two points of a question is among these";
export const removeFilter = (what: string): string => `Remove filter: ${what}`;
export const fromValue = (name: string): string => `${name} from`;
export const toValue = (name: string): string => `${name} to`;
export const clickKinds = (name: string): string =>
  `Click a value of ${name} to show only its points; click more to add them.`;
export const colourNow = (title: string): string => `${COLOUR_BY}: ${title}`;
export const titled = (title: string): string => `${COLOUR}: ${title}`;
export const openLegend = (title: string, [low, high]: readonly [string, string]): string =>
  `${low} to ${high}, legend of ${title}`;
