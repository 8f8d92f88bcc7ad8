/** Two points and a kind make a link: the steps from a first click to a message, without a page. */

import type { Kind } from "../contract";

export type Mode = "inspect" | "link" | "lasso";

export interface Linking {
  /** The picked points, in order. */
  first: number | null;
  second: number | null;
  /** Set when the next point completes the link. */
  kind: Kind | null;
  /** The question that was open when the first point was picked. */
  question: string | null;
}

export interface Made {
  i: number;
  j: number;
  kind: Kind;
}

export interface Step {
  linking: Linking;
  made?: Made;
}

export const IDLE: Linking = { first: null, second: null, kind: null, question: null };

/** A point was picked. `again`: at the same place, so that it replaces the last pick. */
export function pick(
  now: Linking,
  mode: Mode,
  point: number,
  again: boolean,
  question: string | null,
): Step {
  const { first, second, kind } = now;
  if (first === null) {
    return {
      linking: { first: point, second: null, kind: mode === "link" ? "must" : null, question },
    };
  }
  if (kind) return point === first ? { linking: now } : finished(first, point, kind);
  if (point === first || point === second) return { linking: now };
  if (again && second === null) return { linking: { ...now, first: point } };
  if (again || second === null) return { linking: { ...now, second: point } };
  return { linking: { ...IDLE, first: point, question } };
}

/** A kind was chosen: links two picked points, or waits for the second one. */
export function arm(now: Linking, kind: Kind): Step {
  if (now.first === null) return { linking: now };
  if (now.second !== null) return finished(now.first, now.second, kind);
  return { linking: { ...now, kind } };
}

/** Whether M and C apply to the picked points and not to the open question. */
export function speaksOfPicks(now: Linking, question: string | null): boolean {
  return now.kind !== null || (now.first !== null && now.question === question);
}

/** A new question replaces picks without a kind. */
export function settled(now: Linking, question: string | null): Linking {
  return speaksOfPicks(now, question) ? now : IDLE;
}

/** The points that a click may choose: not the first end of the link. */
export function candidates(now: Linking, hits: readonly number[]): number[] {
  return now.kind ? hits.filter((hit) => hit !== now.first) : [...hits];
}

function finished(i: number, j: number, kind: Kind): Step {
  return { linking: IDLE, made: { i, j, kind } };
}
