/** Text on the page: clusters. */

export const CLOSE_CLUSTER = "Close cluster";
export const CLUSTER_NAME = "Name of the cluster";
export const CLUSTER_NAME_HINT = "Rename (F2)";
export const SETS_APART = "What sets it apart";
export const THIS = "this";
export const THE_REST = "the rest";
export const REST = "rest";
export const ALIKE = "No feature differs from the rest.";
export const TYPICAL = "Most typical";
export const DOUBTFUL = "Most doubtful";
export const MERGE = "Merge with…";
export const MERGE_WITH = "Merge with";
export const SPLIT = "Split…";
export const SPLIT_INTO = "Split";
export const INTO: readonly [number, string][] = [
  [2, "Into two"],
  [3, "Into three"],
  [4, "Into four"],
];
export const BY_LASSO = "By lasso…";
export const BY_LASSO_ABOUT = "draw around a part";
export const AGAIN = "Only this one again";
export const AGAIN_HINT = "Cluster only its points again, into as many parts as suit them";
export const WHILE_FITTING = "The clusters are being fitted; this can be done once they are there";
export const SELECT_POINTS = "Select its points";
export const LONELY = "There is no other cluster.";
export const moreClusters = (number: number): string => `${number} more…`;
export const MORE_CLUSTERS = "More clusters";
export const takeCluster = (name: string, size: number): string =>
  `${name}, ${size} ${size === 1 ? "point" : "points"}`;
export const CLUSTERS = "Clusters";
