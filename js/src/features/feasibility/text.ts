/** Text on the page: feasibility. */

export const NOT_FITTED = "Not fitted";
export const ERROR_TEXT = "What it said";
export const OPTIONS = "Options";
