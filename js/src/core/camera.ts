/** The visible part of the plane. In units of `xy`, an axis without outliers runs from 0 to 1. */

import type { Flat, Point } from "./geometry";

export type Range = readonly [number, number];
export type Limits = readonly [Range, Range];

/** The plot within its axes, in pixels. */
export interface Inner {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Nothing is shown larger than this. */
export const CLOSEST = 1000;
/** Free margin around fitted points, as a share of their extent. */
const ROOM = 0.08;
/** Least distance of a revealed point from the axes, as a share of the view. */
const EDGE = 0.08;

const WHOLE: Limits = [
  [0, 1],
  [0, 1],
];

export class Camera {
  inner: Inner = { left: 0, top: 0, width: 1, height: 1 };
  private first: Limits = WHOLE;
  private present: Limits = WHOLE;

  get home(): Limits {
    return this.first;
  }

  get limits(): Limits {
    return this.present;
  }

  /** New limits at home: the view goes there. */
  settle(home: Limits): void {
    this.first = home;
    this.present = home;
  }

  get isHome(): boolean {
    return [0, 1].every((way) => equal(range(this.present, way), range(this.first, way)));
  }

  /** Whether the view is zoomed out fully. */
  get isWhole(): boolean {
    return [0, 1].every((way) => size(this.present, way) >= size(this.first, way) * (1 - 1e-9));
  }

  get isClosest(): boolean {
    return [0, 1].every((way) => size(this.present, way) <= 1 / CLOSEST + 1e-12);
  }

  pixel(u: number, v: number): Point {
    const { left, top, width, height } = this.inner;
    const [[x0, x1], [y0, y1]] = this.present;
    return [left + ((u - x0) / (x1 - x0)) * width, top + ((y1 - v) / (y1 - y0)) * height];
  }

  /** The place of the plane at a pixel. */
  place([x, y]: Point): Point {
    const { left, top, width, height } = this.inner;
    const [[x0, x1], [y0, y1]] = this.present;
    return [x0 + ((x - left) / width) * (x1 - x0), y1 - ((y - top) / height) * (y1 - y0)];
  }

  /** The pixels of all points at once: u0, v0, u1, v1, … to x0, y0, x1, y1, … */
  project(xy: ArrayLike<number>, pixels: Float64Array): void {
    const [ox, oy] = this.pixel(0, 0);
    const [ax, ay] = [this.pixel(1, 0)[0] - ox, this.pixel(0, 1)[1] - oy];
    for (let i = 0; i < pixels.length; i += 2) {
      pixels[i] = ox + ax * (xy[i] as number);
      pixels[i + 1] = oy + ay * (xy[i + 1] as number);
    }
  }

  holds(x: number, y: number): boolean {
    const { left, top, width, height } = this.inner;
    return x >= left && x <= left + width && y >= top && y <= top + height;
  }

  /** Zoom by `factor`; the place at the pixel stays fixed. */
  zoomAt(pixel: Point, factor: number): void {
    const fixed = this.place(pixel);
    this.show([0, 1].map((way) => this.zoomed(way, fixed[way] as number, factor)));
  }

  /** Move the picture by so many pixels. */
  panBy(dx: number, dy: number): void {
    const { width, height } = this.inner;
    const shift = [(-dx / width) * size(this.present, 0), (dy / height) * size(this.present, 1)];
    this.show([0, 1].map((way) => moved(range(this.present, way), shift[way] as number)));
  }

  goHome(): void {
    this.present = this.first;
  }

  fitWithoutOutliers(): void {
    this.show(WHOLE);
  }

  fit(xy: Flat | Float32Array, indices: readonly number[]): void {
    const around = box(xy, indices);
    if (!around) return;
    this.show(
      around.map(([low, high]) => {
        const room = ROOM * (high - low) || 0.05;
        return [low - room, high + room] as const;
      }),
    );
  }

  /** Move as little as needed to see these points: sideways where that is enough. */
  reveal(xy: Flat | Float32Array, indices: readonly number[]): void {
    const around = box(xy, indices);
    if (!around) return;
    const next = around.map((wanted, way) => held(range(this.present, way), wanted));
    if (next.some((wanted, way) => wanted !== range(this.present, way))) this.show(next);
  }

  /** Limits between two views, from 0 to 1, at a steady rate of growth. */
  between(from: Limits, to: Limits, share: number): void {
    if (share >= 1) this.show(to);
    else this.present = [mixed(from[0], to[0], share), mixed(from[1], to[1], share)];
  }

  show(limits: readonly Range[]): void {
    const [x, y] = [0, 1].map((way) => this.bounded(way, limits[way] as Range));
    const [now, then] = [this.present.flat(), [x, y].flat()];
    if (now.some((value, k) => value !== then[k])) this.present = [x as Range, y as Range];
  }

  private zoomed(way: number, fixed: number, factor: number): Range {
    const [low, high] = range(this.present, way);
    const before = high - low;
    const whole = size(this.first, way);
    const now = Math.min(whole, Math.max(1 / CLOSEST, before / factor));
    if (now >= whole) return range(this.first, way);
    const scale = now / before;
    return [fixed - (fixed - low) * scale, fixed + (high - fixed) * scale];
  }

  /** No wider than at home, no closer than `CLOSEST`, and the middle within the home. */
  private bounded(way: number, [low, high]: Range): Range {
    const [first, last] = range(this.first, way);
    const half = Math.min(last - first, Math.max(1 / CLOSEST, high - low)) / 2;
    const middle = Math.min(last, Math.max(first, (low + high) / 2));
    const whole = 2 * half >= (last - first) * (1 - 1e-9);
    return whole && Math.abs(middle - (first + last) / 2) < 1e-9 * (last - first)
      ? [first, last]
      : [middle - half, middle + half];
  }
}

const range = (limits: Limits, way: number): Range => limits[way] as Range;
const size = (limits: Limits, way: number): number => range(limits, way)[1] - range(limits, way)[0];
const moved = ([low, high]: Range, by: number): Range => [low + by, high + by];
const equal = ([a, b]: Range, [c, d]: Range): boolean =>
  Math.abs(a - c) + Math.abs(b - d) <= 1e-9 * Math.abs(d - c);

/** The smallest limits around some points; none around none. */
function box(xy: ArrayLike<number>, indices: readonly number[]): Limits | null {
  if (!indices.length) return null;
  const ends: [number, number][] = [
    [Infinity, -Infinity],
    [Infinity, -Infinity],
  ];
  for (const i of indices) {
    for (const way of [0, 1]) {
      const value = xy[2 * i + way] as number;
      const end = ends[way] as [number, number];
      end[0] = Math.min(end[0], value);
      end[1] = Math.max(end[1], value);
    }
  }
  return [ends[0] as Range, ends[1] as Range];
}

/** A range as wide as it was that holds another; wider only where it must be. */
function held(now: Range, [from, to]: Range): Range {
  const [low, high] = now;
  const edge = EDGE * (high - low);
  const needed = (to - from) / (1 - 2 * EDGE);
  if (needed > high - low) {
    const middle = (from + to) / 2;
    return [middle - needed / 2, middle + needed / 2];
  }
  if (from >= low && to <= high) return now;
  const shift = from < low + edge ? from - edge - low : to + edge - high;
  return [low + shift, high + shift];
}

function mixed([a, b]: Range, [c, d]: Range, share: number): Range {
  const [before, after] = [b - a, d - c];
  const now = before * (after / before) ** share;
  // What stays in place while the range grows: the middle moves with the size
  const done = after === before ? share : (now - before) / (after - before);
  const middle = (a + b) / 2 + ((c + d) / 2 - (a + b) / 2) * done;
  return [middle - now / 2, middle + now / 2];
}
