/** Finds the edge of the plot where a box covers the fewest points. */

import { at, type Flat, type Point } from "../geometry";

/** Left, top, width and height. */
export type Box = readonly [number, number, number, number];

/** How far around a box a dot still counts as covered. */
const AIR = 6;

/** The first place where a box covers nothing in `taken` and the fewest dots. */
export function emptiest(
  points: Flat,
  [wide, high]: Point,
  places: readonly Point[],
  taken: readonly Box[] = [],
): Point {
  const cost = ([x, y]: Point): number =>
    covered(points, [x, y, wide, high]) +
    1e9 * taken.filter((each) => meet([x, y, wide, high], each)).length;
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))] ?? [0, 0];
}

/** The position of a box in its offset parent; null where it is hidden. */
export function boxOf(element: HTMLElement | null): Box[] {
  if (!element?.offsetWidth) return [];
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element;
  return [[offsetLeft, offsetTop, offsetWidth, offsetHeight]];
}

/** The zoom buttons: no box may cover them. */
export const buttonsOver = (over: Element): Box[] => boxOf(over.querySelector(".ssc-zoom"));

export function covered(points: Flat, [x, y, wide, high]: Box): number {
  let count = 0;
  for (let i = 0; i < points.length / 2; i++) {
    const [px, py] = at(points, i);
    if (px > x - AIR && px < x + wide + AIR && py > y - AIR && py < y + high + AIR) count++;
  }
  return count;
}

const meet = (a: Box, b: Box): boolean =>
  a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
