/** Words about a clustering that could not be made, and the ways out. */

export const NOT_FITTED = "Not fitted";
export const WHAT_IT_SAID = "What it said";
export const WAYS_OUT = "Ways out";
export const fewestClusters = (k: number): string => `Answers set ${k} points apart`;
