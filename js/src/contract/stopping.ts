/** Written by js/contract.py from widget/: change it there. */

/** How many points an answer has moved, and that as a height from 0 to 1. */
export interface Bar {
  answer: number;
  moved: number;
  height: number;
}

/** What each answer has moved, and whether the next ten are likely to move much. */
export interface Enough {
  reached: boolean;
  /** What the last ten have moved, as a sentence; empty of fewer. */
  last: string;
  bars: Bar[];
  /** The height of what the next ten should move, on the same scale; None where nobody knows. */
  ahead: number | null;
  /** The moment whose doubts can be asked for; empty where none are known. */
  unsure: string;
}

/** A view wants to shade the points by how unsure the strategy is of them. */
export interface AskUnsure {
  type: "unsure";
}

/** How unsure the strategy is of every point. */
export interface Unsure {
  type: "unsure";
  /** The moment that it was so. */
  unsure: string;
  /** A digit from 0, sure, to 3 for every point; empty where nothing is known. */
  levels: string;
  count: string;
  status: string;
  /** Why nothing is known. */
  why_not: string;
}
