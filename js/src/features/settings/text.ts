/** Text on the page: settings. */

export const TOOLBAR = "Clustering";
export const CLUSTERER = "Clusterer";
export const STRATEGY = "Strategy";
export const N_CLUSTERS_SHORT = "K";
export const ESTIMATED = "Number of clusters, estimated from the data";
export const MODE = "Mode";
export const MODES = { inspect: "Select", link: "Link", lasso: "Lasso" };
export const UNDO = "Undo";
export const REDO = "Redo";
export const UNDO_KEYS = "Ctrl+Z";
export const REDO_KEYS = "Ctrl+Shift+Z";
export const stepHint = (verb: string, what: string | null, keys: string): string =>
  `${verb}${what ? `: ${what}` : ""} (${keys})`;
export const PARAMETERS = "Parameters";
export const PARAMETERS_MORE = "Parameters…";
export const START_OVER = "Start over";
export const START_OVER_HINT = "Ignore the present clusters and begin from new starting points";
export const fewestClusters = (k: number): string =>
  `Answers keep ${k} points apart from each other`;
