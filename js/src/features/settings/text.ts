/** Text on the page: settings. */

export const TOOLBAR = "Clustering";
export const CLUSTERER = "Clusterer";
export const STRATEGY = "Strategy";
export const N_CLUSTERS_SHORT = "K";
export const MODE = "Mode";
export const MODES = { inspect: "Inspect", link: "Link", lasso: "Lasso" };
export const UNDO = "Undo";
export const REDO = "Redo";
export const UNDO_KEYS = "Ctrl+Z";
export const REDO_KEYS = "Ctrl+Shift+Z";
export const stepHint = (verb: string, what: string | null, keys: string): string =>
  `${verb}${what ? `: ${what}` : ""} (${keys})`;
export const PARAMETERS = "Parameters";
export const PARAMETERS_MORE = "Parameters…";
export const FIT_AFRESH = "Fit afresh";
export const FIT_AFRESH_HINT = "From the clusterer's own starts instead of the last clusters";
export const fewestClusters = (k: number): string => `Answers set ${k} points apart`;
