/** Words and turns of phrase that several parts of the page share. */

import type { AnswerKind } from "../contract";

export const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Two names as one. */
export const pairOf = (a: string, b: string): string => `${a}${BETWEEN}${b}`;
export const BETWEEN = " – ";
export const DOT = " · ";

export const KIND_NAMES: Record<AnswerKind, string> = {
  must: "Must-link",
  cannot: "Cannot-link",
  unknown: "Don't know",
};
export const CLOSE = "Close";
export const NONE = "none";
export const ESCAPE = "Esc";
export const pointName = (name: string): string => `Point ${name}`;
export const andMore = (number: number): string => `and ${number} more`;
