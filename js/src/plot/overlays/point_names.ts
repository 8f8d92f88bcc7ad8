/** Names of points: a label beside the point, within the plot. */

import { clipped, s } from "../../core/dom";
import { type Point, round } from "../../core/geometry";

/** Writes the name of a point beside it, on the side that looks away from `other` if that is given. */
export type Tag = (index: number, name: string, other?: number) => void;

const LONGEST = 24;
/** Half the width of a letter, in pixels. */
const LETTER = 3.95;
/** From the middle of a point to its name, in pixels. */
const RADIUS = 15;

/** A name beside the point `p`, on the side that looks away from `other`, between `left` and `right`. */
export function pointName(p: Point, other: Point, name: string, [left, right]: Point): SVGGElement {
  const text = clipped(name, LONGEST);
  const half = 4 + text.length * LETTER;
  const [dx, dy] = [p[0] - other[0], p[1] - other[1]];
  const free = dx > 0 ? right - p[0] : p[0] - left;
  const beside = Math.abs(dx) > Math.abs(dy) && free > RADIUS + 2 * half;
  const x = p[0] + (beside ? Math.sign(dx) * (RADIUS + half) : 0);
  const y = p[1] + (beside ? 0 : dy > 0 && p[1] > 36 ? 23 : -23);
  const place = `translate(${round(Math.max(left + half, Math.min(right - half, x)))} ${round(Math.max(11, y))})`;
  return s("g", { class: "ssc-tag", transform: place }, s("text", { y: 4.2 }, text));
}
