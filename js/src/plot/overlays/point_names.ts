/** Names of points: a label beside the point, within the plot. */

import { clipped, s } from "../../core/dom";
import { type Point, round } from "../../core/geometry";

const LONGEST = 24;
const LETTER = 3.95;
const RADIUS = 15;

/** A name beside the point `p`, on the side that looks away from `other`, in a plot of that width. */
export function pointName(p: Point, other: Point, name: string, width: number): SVGGElement {
  const text = clipped(name, LONGEST);
  const half = 4 + text.length * LETTER;
  const [dx, dy] = [p[0] - other[0], p[1] - other[1]];
  const free = dx > 0 ? width - p[0] : p[0];
  const beside = Math.abs(dx) > Math.abs(dy) && free > RADIUS + 2 * half;
  const x = p[0] + (beside ? Math.sign(dx) * (RADIUS + half) : 0);
  const y = p[1] + (beside ? 0 : dy > 0 && p[1] > 36 ? 23 : -23);
  const place = `translate(${round(Math.max(half, Math.min(width - half, x)))} ${round(Math.max(11, y))})`;
  return s("g", { class: "ssc-tag", transform: place }, s("text", { y: 4.2 }, text));
}
