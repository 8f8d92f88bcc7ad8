/** What a hand can do on the plot, and what gestures are told of it. */

import type { Point } from "../core/geometry";

export interface Hands {
  pick(index: number, again: boolean): void;
  missed(): void;
  select(indices: number[]): void;
  /** Pick the point at the keyboard's cursor. */
  enter(): void;
  /** Ask which of several points in one spot is meant. */
  choose(points: readonly number[], chosen: (index: number) => void): void;
  /** Two points were joined by a drag. */
  join(i: number, j: number): void;
}

/** What gestures are told of the plot. */
export interface Ground {
  readonly hands: Hands;
  /** A place on the screen in the pixels of the plot. */
  readonly local: (clientX: number, clientY: number) => Point;
  /** The points under the pointer, the nearest first. */
  hits(event: MouseEvent): number[];
}
