/** Written by js/contract.py from widget/: change it there. */

import type { Point } from "./kinds";

/** Something that can be done about it. */
export interface WayOut {
  /** Tells it from the others. */
  id: string;
  text: string;
  detail: string;
}

/** A point that is to be apart from others. */
export interface PointInTheWay {
  i: Point;
  name: string;
}

/** Why the clustering shown is not what was asked for. */
export interface Trouble {
  /** There is a clustering all the same: the notice over the plot has the ways out. */
  fitted: boolean;
  /** Another trouble has another one. */
  key: string;
  /** The answer that it came with, or nothing. */
  about: string;
  title: string;
  text: string;
  /** What the clusterer said, where that tells more. */
  said: string;
  /** Which clustering is shown, for a note on the plot. */
  note: [string, string];
  /** The field that has to do with it. */
  field: "n_clusters" | "";
  points: PointInTheWay[];
  /** The answers in the way, which cannot all be kept. */
  answers: number[];
  /** What the table says of each of them. */
  one_of: string;
  /** What its heading says of them. */
  cannot_all: string;
  ways: WayOut[];
}

/** A way out was chosen. */
export interface TakeWayOut {
  type: "way_out";
  way: string;
}
