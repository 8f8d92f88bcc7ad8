/** Paints thousands of points as small squares into the pixels of a canvas. */

import type { Inner } from "../../core/camera";
import type { Point } from "../../core/geometry";
import { type Colour, fill, mixed, type Picture, word, words } from "./marker_sprites";

/** Squares of so many pixels, and of selected points. */
export const SIDE = 2;
export const SELECTED_SIDE = 2.5;
const OPACITY = 0.6;
const SELECTED_OPACITY = 0.9;
/** A point with fewer than `LONELY` in its cell is drawn in full. */
const CELL = 8;
const LONELY = 4;

export interface Squares {
  /** x0, y0, x1, y1, … in the pixels of the page. */
  readonly points: Float64Array;
  /** The plot within its axes: nothing is drawn beyond. */
  readonly within: Inner;
  readonly look: (i: number) => number;
  /** The k-th point to be painted. */
  readonly painted: (k: number) => number;
  readonly cluster: (i: number) => number;
  readonly colours: readonly Colour[];
  readonly ground: Colour;
  readonly selected: ReadonlySet<number>;
  /** Everything paler by this factor. */
  readonly strength: number;
  /** Only clusters other than these are paler. */
  readonly lit: ReadonlySet<number>;
  /** Points that are in full as well. */
  readonly bright: ReadonlySet<number> | null;
}

/** Fill the picture with the ground, then draw the points in the order of the data. */
export function drawSquares(picture: Picture, drawn: Squares): void {
  const { scale } = picture;
  const { points, within, look, painted, cluster, colours, selected, lit, bright } = drawn;
  fill(picture, drawn.ground);
  const { left: x0, top: y0, width: wide, height: high } = within;
  const columns = Math.ceil(wide / CELL) + 1;
  const cells = sharing(points, within, columns, Math.ceil(high / CELL) + 1);
  const plain = Math.max(1, Math.round(SIDE * scale));
  const larger = Math.max(1, Math.round(SELECTED_SIDE * scale));
  const none = word([128, 128, 128]);
  const inks = colours.map(word);
  const pixels = words(picture.bytes);
  for (let k = 0; 2 * k < points.length; k++) {
    const i = painted(k);
    const x = (points[2 * i] as number) - x0;
    const y = (points[2 * i + 1] as number) - y0;
    if (!(x >= 0 && y >= 0 && x <= wide && y <= high)) continue;
    const isChosen = selected.size > 0 && selected.has(i);
    const count = cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)] as number;
    const strength = lit.has(cluster(i)) || bright?.has(i) ? 1 : drawn.strength;
    const full = isChosen ? SELECTED_OPACITY : count < LONELY ? 1 : OPACITY;
    const opacity = full * strength;
    const side = isChosen ? larger : plain;
    const ink = inks[look(i)] ?? none;
    const left = Math.round((x + x0) * scale - side / 2);
    const top = Math.round((y + y0) * scale - side / 2);
    stamp(pixels, picture, [left, top], side, ink, opacity);
  }
}

function stamp(
  pixels: Uint32Array,
  { width, height }: Picture,
  [left, top]: Point,
  side: number,
  ink: number,
  opacity: number,
): void {
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
  for (let row = Math.max(0, top); row < bottom; row++) {
    for (let at = row * width + Math.max(0, left); at < row * width + right; at++)
      pixels[at] = mixed(pixels[at] as number, ink, opacity);
  }
}

/** How many points share each cell. */
function sharing(
  points: Float64Array,
  { left: x0, top: y0, width: wide, height: high }: Inner,
  columns: number,
  rows: number,
): Uint32Array {
  const cells = new Uint32Array(columns * rows);
  for (let k = 0; k < points.length; k += 2) {
    const x = (points[k] as number) - x0;
    const y = (points[k + 1] as number) - y0;
    if (!(x >= 0 && y >= 0 && x <= wide && y <= high)) continue;
    const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
    cells[cell] = (cells[cell] as number) + 1;
  }
  return cells;
}
