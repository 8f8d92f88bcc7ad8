/** Text on the page: feasibility. */

export const NOT_FITTED = "Not fitted";
export const WHAT_IT_SAID = "What it said";
export const WAYS_OUT = "Options";
