/** Words about pairs to go through. */

export const BATCH = "Pairs of this list";
export const OTHER_PAIR = "other pair";
