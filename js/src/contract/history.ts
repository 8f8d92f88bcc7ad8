/** Written by js/contract.py from widget/: change it there. */

import type { Point } from "./kinds";
import type { Cluster, Curves, Link, Progress } from "./shown";

/** Moments that followed each other, by number, and the one before the first of them. */
export interface BranchShown {
  number: number;
  began: number | null;
  steps: number[];
}

/** Which moment is present, where redo leads to at last, and all branches. */
export interface History {
  at: number;
  end: number;
  /** Moments on the longest way from the first, less one: the width of what is drawn. */
  span: number;
  branches: BranchShown[];
}

/** A view wants to see a moment. */
export interface Look {
  type: "look";
  step: number;
  /** The moment that it is compared with; None for the present one. */
  compared: number | null;
}

/** The session goes to a moment: what is done next begins a branch. */
export interface Go {
  type: "go";
  step: number;
}

/** What was set then, by the identifiers and titles of today's menus. */
export interface SettingsThen {
  clusterer: string;
  clusterers: [string, string][];
  strategy: string;
  strategies: [string, string][];
  n_clusters: number;
  uses_constraints: boolean;
}

/** The curves of the moment's line. */
export interface ProgressThen extends Progress {
  /** Those of the present line, if it is another. */
  beside: Curves | null;
}

/** What the page showed then, in place of what it shows now. */
export interface ShownThen {
  clusters: Cluster[];
  links: Link[];
  progress: ProgressThen;
  status: string;
}

/** The moment that another one is compared with. */
export interface OtherMoment {
  step: number;
  /** Such as "answer 6 of 9". */
  place: string;
}

/** A moment as it was shown; the labels come beside it. */
export interface Moment {
  type: "moment";
  step: number;
  labels_itemsize: number;
  shows: ShownThen;
  settings: SettingsThen;
  /** Such as "after answer 6 of 9", for the note on the plot. */
  where: string;
  /** Such as "answer 6 of 9". */
  place: string;
  /** What was done, and the rest of the sentence. */
  told: [string, string];
  /** What becomes of the others if one goes there; or where the present branch began. */
  left: string;
  verb: string;
  /** Points that are in another cluster now, or in the moment that it is compared with. */
  differ: Point[];
  compared: OtherMoment | null;
}
