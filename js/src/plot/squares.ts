/** Thousands of points as small squares, written straight into the pixels of a picture. */

import type { Labels } from "./dots";

/** Squares of so many pixels, and of selected points. */
export const SIDE = 2;
export const SELECTED_SIDE = 2.5;
const OPACITY = 0.6;
const SELECTED_OPACITY = 0.9;
/** A point with fewer than `LONELY` in its cell of so many pixels stands out in full. */
const CELL = 8;
const LONELY = 4;

export type Colour = readonly [number, number, number];

/** A picture of `width` × `height` device pixels, `scale` of them a pixel, each as four bytes. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly bytes: Uint8ClampedArray;
}

export interface Squares {
  /** x0, y0, x1, y1, … in the pixels of the page; the picture's corner is at `corner`. */
  readonly points: Float64Array;
  readonly corner: readonly [number, number];
  readonly labels: Labels;
  readonly colours: readonly Colour[];
  readonly ground: Colour;
  readonly selected: ReadonlySet<number>;
  /** Everything paler by this factor. */
  readonly strength: number;
}

/** Fill the picture with the ground, then draw the points in the order of the data. */
export function drawSquares(picture: Picture, drawn: Squares): void {
  const { width, height, scale, bytes } = picture;
  const { points, corner, labels, colours, selected, strength } = drawn;
  fill(bytes, drawn.ground);
  const [wide, high] = [width / scale, height / scale];
  const columns = Math.ceil(wide / CELL) + 1;
  const cells = sharing(points, corner, columns, Math.ceil(high / CELL) + 1, wide, high);
  const [few, many, chosen] = [strength, OPACITY * strength, SELECTED_OPACITY * strength];
  const plain = Math.max(1, Math.round(SIDE * scale));
  const larger = Math.max(1, Math.round(SELECTED_SIDE * scale));
  const none: Colour = [128, 128, 128];
  for (let i = 0, k = 0; k < points.length; i++, k += 2) {
    const x = (points[k] as number) - corner[0];
    const y = (points[k + 1] as number) - corner[1];
    if (!(x >= 0 && y >= 0 && x <= wide && y <= high)) continue;
    const isChosen = selected.size > 0 && selected.has(i);
    const count = cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)] as number;
    const opacity = isChosen ? chosen : count < LONELY ? few : many;
    const side = isChosen ? larger : plain;
    const colour = colours[labels[i] ?? 0] ?? none;
    const left = Math.round(x * scale - side / 2);
    const top = Math.round(y * scale - side / 2);
    stamp(picture, left, top, side, colour, opacity);
  }
}

function stamp(
  { width, height, bytes }: Picture,
  left: number,
  top: number,
  side: number,
  [red, green, blue]: Colour,
  opacity: number,
): void {
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
  for (let row = Math.max(0, top); row < bottom; row++) {
    for (let column = Math.max(0, left); column < right; column++) {
      const at = 4 * (row * width + column);
      const [r, g, b] = [bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number];
      bytes[at] = r + (red - r) * opacity;
      bytes[at + 1] = g + (green - g) * opacity;
      bytes[at + 2] = b + (blue - b) * opacity;
    }
  }
}

function fill(bytes: Uint8ClampedArray, [red, green, blue]: Colour): void {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const one = new Uint8Array([red, green, blue, 255]);
  words.fill(new Uint32Array(one.buffer)[0] as number);
}

/** How many points share each cell. */
function sharing(
  points: Float64Array,
  [x0, y0]: readonly [number, number],
  columns: number,
  rows: number,
  wide: number,
  high: number,
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
