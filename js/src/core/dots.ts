/** The points of one view: positions, labels and flags, independent of the painter. */

import type { Camera } from "./camera";
import type { Attributes } from "./dom";
import { at, type Point } from "./geometry";

export type Labels = Uint8Array | Uint16Array;

/** Labels of points in no cluster: because a person said so, or by the fit. */
export const SAID = 65_534;
export const FOUND = 65_535;
/** The label of points that were not there at a moment of the past: they are not drawn. */
const ABSENT = 65_533;

/** The labels as the kernel sent them: one or two bytes each, little endian. */
export function decode(bytes: unknown, itemsize: number): Labels {
  if (!(bytes instanceof DataView)) return new Uint8Array();
  if (itemsize !== 2) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: Math.floor(bytes.byteLength / 2) }, (_, i) =>
    bytes.getUint16(2 * i, true),
  );
}

/** The places as the kernel sent them: two numbers of four bytes each, little endian. */
export function places(bytes: unknown): Float32Array {
  if (!(bytes instanceof DataView)) return new Float32Array();
  return Float32Array.from({ length: Math.floor(bytes.byteLength / 4) }, (_, i) =>
    bytes.getFloat32(4 * i, true),
  );
}

export type Rgb = readonly [number, number, number];

/** How a point is drawn. */
export interface Look {
  readonly fill: string;
  readonly edge: string;
  readonly shape: string;
  /** The colour of a point that is too small for an edge. */
  readonly spot: Rgb;
  readonly width?: number;
}

/** What fills the points in place of their clusters' colours. */
export interface Fill {
  /** Another key, another picture. */
  readonly key: string;
  /** A code for each point; others lie over points that come first in `order`. */
  readonly codes: ArrayLike<number>;
  readonly order?: ArrayLike<number> | null;
  /** From the looks of the clusters, those of the first code, of the second, and so on. */
  looks(clusters: readonly Look[], ground: Rgb, isDark: boolean): Look[];
  /** The attributes of a point in a picture on white; null for those of its cluster. */
  drawn?(i: number, small: boolean): Attributes | null;
}

export class Dots {
  /** Centres in the overlay's pixels: x0, y0, x1, y1, … */
  points = new Float64Array();
  /** The same in units of the plane; `spread` may have moved apart points at the same place. */
  xy: Float32Array = new Float32Array();
  labels: Labels = new Uint8Array();
  /** Pixels added to each place where overlapping points are spread. */
  offsets: Float64Array | null = null;
  fill: Fill | null = null;
  /** The points that wear an attribute, by its name. */
  readonly flags = new Map<string, ReadonlySet<number>>();
  /** The only points in full, where not all are. */
  bright: ReadonlySet<number> | null = null;
  /** The look of points in no cluster, by their label; a lazy bundle provides it. */
  none: ((label: number) => Look) | null = null;
  /** Whether a painter has all it needs. */
  ready = false;

  constructor(
    private readonly overlay: SVGSVGElement,
    private readonly camera: Camera,
    private readonly marked: (name: string, indices: ReadonlySet<number>) => void = () => undefined,
  ) {}

  get n(): number {
    return this.xy.length / 2;
  }

  take(xy: Float32Array): void {
    this.xy = xy;
    this.offsets = null;
    this.points = new Float64Array(xy.length);
    this.project();
  }

  /** Compute the pixels from the camera. */
  project(): void {
    this.camera.project(this.xy, this.points);
    const { offsets, points, camera } = this;
    if (!offsets) return;
    for (let k = 0; k < points.length; k += 2) {
      const [x, y] = [points[k] as number, points[k + 1] as number];
      const [dx, dy] = [offsets[k] as number, offsets[k + 1] as number];
      // at an edge of the plot the ring is folded inwards
      const inside = camera.holds(x, y);
      points[k] = inside && !camera.holds(x + dx, y) ? x - dx : x + dx;
      points[k + 1] = inside && !camera.holds(x, y + dy) ? y - dy : y + dy;
    }
  }

  paint(labels: Labels): void {
    this.labels = labels;
  }

  /** The number of a point's look; its label where it is in no cluster. */
  look(i: number, clusters: number): number {
    const label = this.cluster(i);
    return label < SAID ? clusters * (this.fill?.codes[i] ?? 0) + label : label;
  }

  /** The k-th point to be painted. */
  painted(k: number): number {
    return this.fill?.order?.[k] ?? k;
  }

  cluster(i: number): number {
    return this.labels[i] ?? 0;
  }

  /** Give exactly these points a bare attribute. */
  flag(name: string, indices: Iterable<number>): void {
    const wanted = new Set(indices);
    const before = this.flags.get(name);
    if (before && before.size === wanted.size && [...wanted].every((i) => before.has(i))) return;
    this.flags.set(name, wanted);
    this.marked(name, wanted);
  }

  /** Keep these points bright and make all others faint; `null` makes all bright. */
  keepBright(indices: readonly number[] | null): void {
    const before = this.bright;
    if (before === indices || (before && indices && same(before, indices))) return;
    this.bright = indices && new Set(indices);
    this.flag("data-differ", indices ?? []);
    this.marked("data-differ", this.bright ?? new Set());
  }

  has(name: string, i: number): boolean {
    return this.flags.get(name)?.has(i) ?? false;
  }

  /** A place on the screen in the overlay's pixels. */
  local(clientX: number, clientY: number): Point {
    const matrix = this.overlay.getScreenCTM?.();
    if (!matrix) return [clientX, clientY];
    return [(clientX - matrix.e) / matrix.a, (clientY - matrix.f) / matrix.d];
  }

  at(i: number): Point {
    return at(this.points, i);
  }

  shows(i: number): boolean {
    if (this.labels[i] === ABSENT) return false;
    return this.camera.holds(this.points[2 * i] as number, this.points[2 * i + 1] as number);
  }

  get inView(): number {
    let count = 0;
    for (let i = 0; i < this.n; i++) count += Number(this.shows(i));
    return count;
  }
}

const same = (set: ReadonlySet<number>, indices: readonly number[]): boolean =>
  set.size === indices.length && indices.every((i) => set.has(i));

export interface Scene {
  readonly camera: Camera;
  readonly dots: Dots;
  move(change: (camera: Camera) => void): void;
  /** Animate the camera. */
  fly(change: (camera: Camera) => void): void;
  /** Bring these points into view; returns whether the view moves. */
  reveal(indices: readonly number[]): boolean;
  readonly isSpread: boolean;
  /** Draw each point so many pixels from its place. */
  spread(offsets: Float64Array | null): void;
}
