/** Written by js/contract.py from widget/contract/: change it there. */

import type { Content } from "./content";
import type { Enough } from "./enough";
import type { Kind, ParamValue, Point } from "./kinds";

/** A cluster: the number that its points carry, its name and its size. */
export interface Cluster {
  id: number;
  name: string;
  size: number;
}

/** Two points, by number and by name, and what is said about them. */
export interface Statement {
  i: Point;
  j: Point;
  a: string;
  b: string;
  kind: Kind;
}

/** A statement in force. */
export interface Link extends Statement {
  answer: number;
  /** Of the action that made it: all links of a lasso have the same. */
  number: number;
  violated: boolean;
  /** More likely wrong than right, by what the other answers say. */
  suspected: boolean;
  /** Why it is violated or suspected, as a sentence; empty where nothing is known of it. */
  why: string;
  enforceable: boolean;
  soft: boolean;
  source: string;
  /** Who answered; empty where nobody is named. */
  who: string;
}

/** One feature of two points: its values as text, and as the lengths of bars from 0 to 1. */
export interface Feature {
  name: string;
  values: [string, string];
  bars: [number, number];
}

/** The pair that is asked about: both points side by side, and why this pair. */
export interface Question {
  number: number;
  title: string;
  i: Point;
  j: Point;
  a: string;
  b: string;
  clusters: [string, string];
  cluster_ids: [number, number];
  strategy: string;
  reason: string;
  features: Feature[];
  extra: [Content, Content];
}

/** One step of the chain that forbids an answer. */
export interface Step extends Statement {
  answer: number | null;
  /** What the page calls that answer. */
  number: number | null;
  /** Not answered, but known from the start. */
  given: boolean;
}

/** A way out of a conflict. */
export interface Choice {
  id: string;
  title: string;
  text: string;
  /** The answer that it takes back. */
  answer?: number;
}

/** An answer that contradicts earlier ones, and the ways out. */
export interface Conflict {
  title: string;
  text: string;
  chain: Step[];
  new: Statement;
  choices: Choice[];
}

/** One field of a form. */
export interface Param {
  name: string;
  label: string;
  help: string;
  type: "int" | "real" | "choice" | "flag" | "text";
  value: ParamValue;
  options?: ParamValue[];
  /** What the menu calls them. */
  option_names?: string[];
  low?: number | null;
  high?: number | null;
  nullable?: boolean;
}

/** What is chosen, and what else may be. */
export interface Settings {
  clusterer: string;
  /** Identifiers and titles, in the order of the menu. */
  clusterers: [string, string][];
  uses_constraints: boolean;
  strategy: string;
  strategies: [string, string][];
  n_clusters: number;
  n_clusters_low: number;
  n_clusters_high: number;
  /** Answers are recorded as soft statements. */
  softly: boolean;
  softly_help: string;
  params: Param[];
  strategy_params: Param[];
}

/** Heights from 0 to 1, each with the place of its moment on the line of all, from 0. */
export interface Curves {
  at: number[];
  score: (number | null)[];
  kept: (number | null)[];
}

/** What a curve's first value was, and what its upper and lower ends stand for. */
export interface Scale {
  first: string;
  top: string;
  bottom: string;
}

/** One for each curve; all empty where there is nothing to show yet. */
export interface Scales {
  score: Scale;
  kept: Scale;
}

/** Another clusterer, from this place on the line of moments on. */
export interface Turn {
  at: number;
  clusterer: string;
}

/** Score and share of constraints kept, at the moment shown and at all others of its line. */
export interface Progress {
  score_name: string;
  score_text: string;
  kept_text: string;
  /** How many points the next answers would move, as a sentence; empty until it is known. */
  outlook: string;
  enough: Enough;
  /** That of the moment shown. */
  place: number;
  /** The place that is drawn at the right end. */
  span: number;
  curve: Curves;
  scales: Scales;
  turns: Turn[];
}

/** A value that was not taken: which field of the forms it was typed in, and why not. */
export interface Refused {
  what: "param" | "strategy_param";
  name: string;
  text: string;
}

/** The letters of the keys. */
export interface Keys {
  must: string;
  cannot: string;
  unknown: string;
  next: string;
  lasso: string;
  find: string;
  help: string;
  full: string;
  side: string;
}

/** A fit on its way. */
export interface Fit {
  text: string;
  fraction: number;
}

/** The points that a lasso holds. */
export interface LassoGroup {
  indices: Point[];
  count: number;
  preview_must: [Point, Point][];
  must_links: number;
  /** What keeping this group and the first one apart would add. */
  cannot_links: number | null;
  /** The first group, while a second one is drawn. */
  group: Point[] | null;
}
