/** Written by js/contract.py from widget/: change it there. */

import type { AnswerKind, Point } from "./kinds";
import type { Question } from "./shown";
import type { Placement, Sorting } from "./question_types";

/** A view has not heard what the answers to the open question would change. */
export interface AskAhead {
  type: "foresee";
}

/** An answer to where a point belongs is pointed at. */
export interface AskPlaceAhead {
  type: "foresee_place";
  number: number;
  point: Point;
  choice: Point | string | null;
}

/** Piles stand as they may be recorded. */
export interface AskSortAhead {
  type: "foresee_sort";
  number: number;
  piles: Point[][];
}

/** What that answer would change, with buffers as of one about a pair. */
export interface ForeseenPlace {
  type: "foreseen_place";
  number: number;
  point: Point;
  choice: Point | string | null;
  effect: string;
  note: [string, string];
  ways: [number, number][];
  status: string;
}

/** One answer to a question, by its number and its pair: on its button, in the note, in words. The buffers hold the rows that would move and the clusters that they would be in; without any it is being worked out still, or cannot be. */
export interface Foreseen {
  type: "foreseen";
  number: number;
  i: Point;
  j: Point;
  kind: AnswerKind;
  effect: string;
  note: [string, string];
  /** From which cluster to which, most points first. */
  ways: [number, number][];
  status: string;
}

/** The question that would be asked after an answer to this one. */
export interface Next {
  type: "next";
  number: number;
  i: Point;
  j: Point;
  kind: AnswerKind;
  question: Question;
}

export type Answer = Point | string | Point[][] | null;

/** The same of a question about several points, by its number and its rows. */
export interface NextShape {
  type: "next_shape";
  number: number;
  rows: Point[];
  answer: Answer;
  placement: Placement | null;
  sorting: Sorting | null;
}
