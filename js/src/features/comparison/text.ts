/** Text on the page: comparison. */

import { count } from "../../core/text";

export const COMPARE = "Compare";
export const COMPARE_ENTRY = "Compare with another clusterer";
export const CLOSE_COMPARISON = "Close comparison";
export const CLOSE_COMPARISON_HINT = "Close (Esc)";
export const IN_USE = "in use";
export const USE_THIS = "Use this one";
export const OTHER_CLUSTERER = "Clusterer to compare with";
export const OTHER_COUNT = "Number of clusters to compare with";
export const OTHER_PARAMETERS = "Parameters of the other clusterer";
export const INDEX_BETWEEN = "Adjusted Rand index between them: ";
export const BOTH = "Both clusterings";
export const WHAT = "What";
export const DIFFERING = "Points they disagree about";
export const POINT = "Point";
export const ASK_ABOUT_THESE = "Ask only about these";
export const ASK_HINT = "At least one of the two points of a question is among these";
export const COMPARING = "Fitting the other clusterer";
export const ASK_ALL = "Ask about all points";
export const BACK_TO_COMPARISON = "Back to the comparison";
export const clusteringBy = (title: string): string => `Clustering by ${title}`;
/** A chip over the question: which points it is kept among. */
export const amongThese = (number: number): string =>
  `Among the ${count(number, "point")} that differ`;
/** A cluster within a sentence: its own name stays as it is. */
const within = (name: string): string => (/^Cluster \d+$/.test(name) ? name.toLowerCase() : name);
export const placedBy = (
  point: string,
  [mine, yours]: readonly [string, string],
  [one, other]: readonly [string, string],
): string => `Point ${point} is in ${within(mine)} with ${one} and ${within(yours)} with ${other}`;
