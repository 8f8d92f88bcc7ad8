/** Written by js/contract.py from widget/: change it there. */

import type { Kind, Point } from "./kinds";

export type Shape = "pair" | "list" | "place" | "sort";

/** A shape that may be chosen. */
export interface ShapeChoice {
  id: Shape;
  title: string;
  about: string;
  /** Why it cannot be had now; empty where it can. */
  reason: string;
}

/** The shape of the open question, else of the next one, and which there are. */
export interface ShapeMenu {
  shape: Shape;
  choices: ShapeChoice[];
}

/** A point on a card. */
export interface Face {
  i: Point;
  name: string;
  cluster_id: number;
  /** Whether there is one: it travels once, and the page keeps it. */
  image: boolean;
  text: string;
  /** The features that set the shown points apart, as heights from 0 to 1. */
  profile: number[];
  /** The same features as a sentence. */
  about: string;
}

/** One answer to where a point belongs: what it states, as links and as a sentence. */
export interface Way {
  title: string;
  links: [Point, Point, Kind][];
  effect: string;
}

/** A representative that the point may be placed with. */
export interface Card {
  face: Face;
  way: Way;
}

/** One feature of a point and of those it is compared with, from 0 to 1 of its range. */
export interface Strip {
  name: string;
  value: string;
  mine: number;
  theirs: number[];
  about: string;
}

/** A point, and representatives of the clusters that it may belong to. */
export interface Placement {
  number: number;
  title: string;
  point: Face;
  reason: string;
  cards: Card[];
  none: Way;
  strips: Strip[];
}

/** Points to be sorted, on piles of which some begin with a card. */
export interface Sorting {
  number: number;
  title: string;
  reason: string;
  points: Face[];
  cards: Face[];
  /** The pairs of these rows of which nothing is known. */
  open: [Point, Point][];
}

/** A point was placed with one of its representatives, none of them, or cannot be told. */
export interface PlacePoint {
  type: "place";
  number: number;
  point: Point;
  /** The row of a representative, nothing for none of them, or "unknown". */
  choice: Point | string | null;
}

/** Points were sorted into piles; those left over say nothing. */
export interface SortPoints {
  type: "sort";
  number: number;
  piles: Point[][];
}

/** Nothing can be told of the points to be sorted. */
export interface SkipSorting {
  type: "skip";
  number: number;
}

/** Another shape of question was chosen. */
export interface ChooseShape {
  type: "shape";
  shape: Shape;
}
