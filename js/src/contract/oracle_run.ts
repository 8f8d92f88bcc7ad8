/** Written by js/contract.py from widget/: change it there. */

import type { Point } from "./kinds";

export type AutoSpeed = "1" | "4" | "max";

/** How well a strategy's clustering agrees with the true labels, question by question. */
export interface AutoCurve {
  title: string;
  /** The strategy and its last value. */
  text: string;
  /** Places from 0 to 1, to the right and up. */
  points: [number, number][];
}

/** The curves, the session's first, and marks of both scales: places and texts. */
export interface AutoChart {
  curves: AutoCurve[];
  levels: [number, string][];
  steps: [number, string][];
}

/** Two points, by number and by name. */
export interface AskedPair {
  i: Point;
  j: Point;
  a: string;
  b: string;
}

/** Automatic answers as they are now. */
export interface Auto {
  /** They are being played. */
  on: boolean;
  speed: AutoSpeed;
  asked: number;
  /** Questions after which it halts; None: when nothing is left to ask. */
  goal: number | null;
  /** Per cent of the answers. */
  wrong: number;
  /** Strategies that ask beside the session's own. */
  beside: string[];
  chart: AutoChart;
  about: string;
  /** The number of the last question; empty before the first. */
  lead: string;
  told: string;
  after: string;
  pair: AskedPair | null;
  /** How many automatic answers are in force; empty where none is. */
  count: string;
}

/** Automatic answers begin, go on, or pause. */
export interface PlayAuto {
  type: "auto_play" | "auto_pause";
}

/** Another speed. */
export interface ChooseAutoSpeed {
  type: "auto_speed";
  value: AutoSpeed;
}

/** Another number of questions, or as many as there are; another share of wrong answers. */
export interface ChooseAutoNumber {
  type: "auto_goal" | "auto_wrong";
  value: number | null;
}

/** Other strategies ask beside the session's own. */
export interface ChooseAutoBeside {
  type: "auto_beside";
  value: string[];
}
