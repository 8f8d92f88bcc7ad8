/** Text on the page: clusters. */

import { imageOf, pointName } from "../../core/text";

export const CLOSE_CLUSTER = "Close cluster";
export const CLUSTER_NAME = "Name of the cluster";
export const CLUSTER_NAME_HINT = "Rename (F2)";
export const SETS_APART = "What makes it different";
export const THIS = "this";
export const THE_REST = "the rest";
export const REST = "rest";
export const ALIKE = "No feature differs clearly from the other clusters.";
export const TYPICAL = "Most typical";
export const DOUBTFUL = "Most doubtful";
export const example = (name: string, text: string): string =>
  text ? `${pointName(name)}: ${text}` : imageOf(name);
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
export const moreClusters = (number: number): string => `${number} more…`;
export const MORE_CLUSTERS = "More clusters";
export const takeCluster = (name: string, size: number): string =>
  `${name}, ${size} ${size === 1 ? "point" : "points"}`;
export const CLUSTERS = "Clusters";
