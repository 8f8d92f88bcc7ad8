/** Written by js/contract.py from widget/: change it there. */

import type { Kind, Point } from "./kinds";

/** A pair that two people say different things about. */
export interface Disagreement {
  i: Point;
  j: Point;
  title: string;
  /** Who said what. */
  said: string;
  /** The first of the answers. */
  answer: number;
}

/** What some said of a pair stands, the contrary is taken back. */
export interface Settle {
  type: "settle";
  i: Point;
  j: Point;
  kind: Kind;
}
