/** Text on the page: clusters. */

import { count, imageOf } from "../../core/text";

export const CLOSE_CLUSTER = "Close cluster";
export const CLUSTER_NAME = "Name of the cluster";
export const CLUSTER_NAME_HINT = "Rename (F2)";
export const SETS_APART = "What makes it different";
export const THIS = "this";
export const THE_REST = "the rest";
export const REST = "rest";
export const ALIKE = "No feature differs clearly from the other clusters.";
export const TYPICAL = "Typical";
export const DOUBTFUL = "Doubtful";
export const MOST_TYPICAL = "Most typical";
export const MOST_DOUBTFUL = "Most doubtful";
export const doubtful = (number: number): string =>
  number ? `${DOUBTFUL} ${number.toLocaleString("en")}` : DOUBTFUL;
export const SUGGESTED = "Suggested";
export const ACCEPT = "Accept";
export const ACCEPT_KEY = "A";
export const NO_NAME = "No name yet";
export const RENAME = "Rename";
export const RENAME_KEY = "F2";
export const TOP_WORDS = "Top words";
export const OTHER_TEXTS = "other texts";
export const find = (word: string): string => `Search for “${word}”`;
export const TEXTS = "Texts";
export const WHICH_TEXTS = "Which texts";
export const NO_TEXT = "no text";
export const NO_IMAGE = "image not available";
export const imageOfPoint = (name: string, other: string): string =>
  other ? `${imageOf(name)}, could be ${other}` : imageOf(name);
export const MERGE = "Merge with…";
export const MERGE_WITH = "Merge with";
export const SPLIT = "Split…";
export const SPLIT_INTO = "Split";
export const INTO: readonly [number, string][] = [
  [2, "Into two"],
  [3, "Into three"],
  [4, "Into four"],
];
export const BY_LASSO = "With the lasso…";
export const BY_LASSO_ABOUT = "draw around the part to split off";
export const AGAIN = "Recluster this cluster";
export const AGAIN_HINT = "Split it automatically; the number of parts is chosen for you";
export const WHILE_FITTING = "Wait until the fit is done";
export const SELECT_POINTS = "Select its points";
export const LONELY = "There is no other cluster.";
export const allClusters = (number: number): string => count(number, "cluster");
export const CLOSE_LIST = "Close the list";
export const FIND_NAME = "Find a name";
export const FIND_CLUSTER = "Find a cluster by its name";
export const SORT_BY = "Sort by";
export const SORTED_BY = { size: "Size", doubt: "Doubt", name: "Name" } as const;
export const NAME = "Name";
export const LINKS = "Links";
export const chosen = (name: string, size: number, doubt: string): string =>
  `${name}: ${count(size, "point")}, ${doubt} doubtful. Enter opens it, typing finds a name.`;
export const takeCluster = (name: string, size: number): string =>
  `${name}, ${size} ${size === 1 ? "point" : "points"}`;
export const NAMES = "Names";
export const NAMES_OFF = "Names are hidden.";
/** How many of the names in view fit. */
export const namesFit = (shown: number, inView: number): string => {
  if (!inView) return "No name is in view.";
  if (shown < inView)
    return `${shown} of ${count(inView, "name")} fit at this zoom. Zoom in for the rest.`;
  return inView === 1 ? "1 name is shown." : `All ${count(inView, "name")} are shown.`;
};
