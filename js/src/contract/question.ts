/** Written by js/contract.py from widget/: change it there. */

import type { Point } from "./kinds";

/** One of the pairs, and what is known of it by now. */
export interface BatchPair {
  i: Point;
  j: Point;
  title: string;
  /** Empty while it is open. */
  said: "must" | "cannot" | "unknown" | "";
  /** The same in words, and whether it follows from other answers. */
  about: string;
}

/** The pairs in their order; which is asked about now says the question. */
export interface Batch {
  title: string;
  pairs: BatchPair[];
}

/** Another open pair of the batch is to be the question. */
export interface TurnTo {
  type: "turn";
  i: Point;
  j: Point;
}
