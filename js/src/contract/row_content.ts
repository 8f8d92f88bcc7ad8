/** Written by js/contract.py from widget/: change it there. */

import type { Point } from "./kinds";

/** What the person wants shown about a point; its image travels once, by the row's number. */
export interface Content {
  image: boolean;
  /** To be read: long, or of a column of long texts. */
  text: string;
  /** Names and values as text. */
  rows: [string, string][];
  /** Why something is missing, as a sentence. */
  trouble: string;
  /** The person's function has not returned yet; the rest follows. */
  pending: boolean;
}

/** One row of the table of selected points. */
export interface Row {
  index: Point;
  name: string;
  cluster: number;
  cells: string[];
}

/** The selected points as a table. */
export interface Selected {
  columns: string[];
  rows: Row[];
  /** How many points are not listed. */
  more: number;
}

/** The names of these rows are needed, or their images to be drawn in place of the points. */
export interface AskAbout {
  type: "names" | "images";
  indices: Point[];
}

/** Part of a name, or a row's number, was typed. */
export interface Find {
  type: "find";
  text: string;
}

/** What rows are called. */
export interface Names {
  type: "names";
  names: [Point, string][];
}

/** Images of rows as `data:` addresses; empty where there is none to be shown. */
export interface Images {
  type: "images";
  images: [Point, string][];
}

/** A row that was found. */
export interface Match {
  index: Point;
  name: string;
  cluster: number;
}

/** Which rows a text finds, the best first. */
export interface Found {
  type: "found";
  text: string;
  matches: Match[];
  more: number;
}
