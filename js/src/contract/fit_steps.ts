/** Written by js/contract.py from widget/: change it there. */

/** A view wants to step through the fit that is shown, or to know whether it still is. */
export interface TakeSteps {
  type: "steps";
  /** From the clusterer's own starts, rather than from where that fit began. */
  fresh: boolean;
}

/** A view wants to show these steps. */
export interface AskFrames {
  type: "frames";
  fit: string;
  first: number;
  last: number;
}

/** No view needs the steps any more; what is under way is given up. */
export interface LeaveSteps {
  type: "leave_steps";
}

/** A number of clusters that the dendrogram can be cut to, where, and the step that shows it. */
export interface Cut {
  clusters: number;
  height: number;
  step: number;
}

/** The upper part of a dendrogram, its places as shares of width and height. */
export interface Tree {
  /** Of each merge the two places below it, their heights, and its own. */
  merges: [number, number, number, number, number][];
  cuts: Cut[];
}

/** A fit as its steps, or why there are none. */
export interface StepsHead {
  type: "steps";
  /** What its frames are asked for by; empty where there are none. */
  fit: string;
  fresh: boolean;
  making: boolean;
  /** That it is made, or why it cannot be; else what there is to know of it. */
  text: string;
  /** Whether other starts would show more. */
  warm: boolean;
  /** What each step does, in a word. */
  kinds: string[];
  /** The step that is the clustering shown; beyond it are cuts of a dendrogram. */
  last: number;
  /** The objective after each step, as a share of the height. */
  curve: (number | null)[];
  /** Where the centres have been, one after the other, on the plane. */
  ways: [number, number][][];
  /** Why centres or the metric are not drawn. */
  axes_note: string;
  tree: Tree | null;
}

/** What a feature weighs, now and before, as text and as shares of the longest bar. */
export interface WeightBar {
  name: string;
  text: string;
  now: number;
  before: number;
}

/** One step; the labels come beside it, as bytes. */
export interface Frame {
  step: number;
  kind: string;
  lead: string;
  /** A sentence, with what it begins with in bold. */
  text: string;
  iteration: string;
  note: [string, string];
  status: string;
  objective: string;
  /** How many times the centres have moved up to here; -1 where there are none. */
  centres: number;
  ellipses: [number, [number, number][]][];
  bars: WeightBar[];
  /** Answers that are violated, and what they add to the objective; those with most first. */
  pulls: [number, string][];
  pulling: string;
  sizes: number[];
  clusters: number;
}

/** Some steps, one after the other, and the labels of all of them. */
export interface Frames {
  type: "frames";
  fit: string;
  itemsize: number;
  frames: Frame[];
}
