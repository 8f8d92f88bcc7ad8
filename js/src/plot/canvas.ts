/**
 * The painter for many points, and for all of them while something moves: one canvas at the screen's own
 * resolution, with the same marks in the same colours.
 */

import { h, put } from "../ui/dom";
import type { Camera } from "./camera";
import { Colours, type Looks } from "./colours";
import type { Dots } from "./dots";
import { drawSquares } from "./squares";

/** Half of what a mark and its edge take. */
const HALF = 9;
const EDGE = 1.25;
const LINKED_EDGE = 1.5;
const DIMMED = 0.24;
/** Of more points than this only squares are seen, whatever they are linked to. */
const MARKED = 5000;
/** The attributes of points that keep their mark among squares. */
export const MARKED_BY = ["data-linked", "data-keep", "data-held"] as const;

export type Kind = "marks" | "squares";

/** [index, x, y, cluster] of every point in view, on the screen. */
type Places = [number, number, number, number][];

/**
 * The canvas. For programs that look for points, tests above all, `points()` of the element says where
 * they are, as the attributes of bqplot's dots do.
 */
export interface CanvasElement extends HTMLCanvasElement {
  points?: () => Places;
}

export class Canvas {
  readonly el: CanvasElement = h("canvas", { class: "ssc-canvas", "aria-hidden": "true" });
  readonly colours = new Colours();
  private readonly sheet = h("canvas", {});
  private drawnFor: Looks | null = null;
  private tile = 0;
  private pixels: ImageData | null = null;
  private painted = 0;
  private empty = true;

  /** Paint all points that are in view. */
  draw(dots: Dots, camera: Camera, kind: Kind, clusters: number, dim: boolean): void {
    put(this.el, "data-painted", ++this.painted);
    put(this.el, "data-kind", kind);
    this.el.points = () => this.places(dots);
    const looks = this.colours.read(clusters);
    const scale = globalThis.devicePixelRatio || 1;
    const context = this.sized(camera, scale);
    if (!context) return;
    this.empty = false;
    this.prepare(looks, scale);
    if (kind === "squares") {
      this.squares(context, dots, camera, looks, scale, dim);
      for (const i of marked(dots)) this.mark(context, dots, camera, scale, i, dim);
    } else {
      for (let i = 0; i < dots.n; i++) this.mark(context, dots, camera, scale, i, dim);
    }
  }

  /** Other nodes show the points now. */
  clear(): void {
    this.el.points = undefined;
    put(this.el, "data-kind", null);
    if (this.empty) return;
    this.empty = true;
    this.el.getContext("2d")?.clearRect(0, 0, this.el.width, this.el.height);
  }

  /** The context, wiped, of a canvas as large as the plot and its margins. */
  private sized({ inner }: Camera, scale: number): CanvasRenderingContext2D | null {
    const wide = Math.round((inner.left + inner.width + HALF) * scale);
    const high = Math.round((inner.top + inner.height + HALF) * scale);
    const context = this.el.getContext("2d");
    if (this.el.width !== wide || this.el.height !== high) {
      this.el.width = wide;
      this.el.height = high;
      this.el.style.width = `${wide / scale}px`;
      this.el.style.height = `${high / scale}px`;
    } else context?.clearRect(0, 0, wide, high);
    return context;
  }

  private squares(
    context: CanvasRenderingContext2D,
    dots: Dots,
    { inner }: Camera,
    looks: Looks,
    scale: number,
    dim: boolean,
  ): void {
    const left = Math.ceil(inner.left * scale);
    const top = Math.ceil(inner.top * scale);
    const width = Math.max(1, Math.floor(inner.width * scale));
    const height = Math.max(1, Math.floor(inner.height * scale));
    if (this.pixels?.width !== width || this.pixels.height !== height)
      this.pixels = context.createImageData(width, height);
    const { data } = this.pixels;
    drawSquares(
      { width, height, scale, bytes: data },
      {
        points: dots.points,
        corner: [left / scale, top / scale],
        labels: dots.labels,
        colours: looks.clusters.map((look) => look.spot),
        ground: looks.ground,
        selected: dots.flags.get("data-selected") ?? new Set(),
        strength: dim ? DIMMED : 1,
      },
    );
    context.putImageData(this.pixels, left, top);
  }

  private mark(
    context: CanvasRenderingContext2D,
    dots: Dots,
    camera: Camera,
    scale: number,
    i: number,
    dim: boolean,
  ): void {
    const [x, y] = [dots.points[2 * i] as number, dots.points[2 * i + 1] as number];
    if (!camera.holds(x, y)) return;
    const { tile } = this;
    const row = Number(dots.has("data-linked", i));
    context.globalAlpha = dim && !dots.has("data-keep", i) ? DIMMED : 1;
    const [left, top] = [Math.round(x * scale - tile / 2), Math.round(y * scale - tile / 2)];
    const from = dots.cluster(i) * tile;
    context.drawImage(this.sheet, from, row * tile, tile, tile, left, top, tile, tile);
  }

  /** Every mark once, plain above and with the edge of a link's end below. */
  private prepare(looks: Looks, scale: number): void {
    const tile = Math.ceil(2 * HALF * scale);
    if (this.drawnFor === looks && this.tile === tile) return;
    this.drawnFor = looks;
    this.tile = tile;
    this.sheet.width = tile * looks.clusters.length;
    this.sheet.height = 2 * tile;
    const context = this.sheet.getContext("2d");
    if (!context) return;
    context.lineJoin = "round";
    looks.clusters.forEach(({ fill, edge, shape }, k) => {
      const path = new Path2D(shape);
      for (const row of [0, 1]) {
        context.setTransform(scale, 0, 0, scale, (k + 0.5) * tile, (row + 0.5) * tile);
        context.fillStyle = fill;
        context.fill(path);
        context.strokeStyle = row ? looks.strong : edge;
        context.lineWidth = row ? LINKED_EDGE : EDGE;
        context.stroke(path);
      }
    });
  }

  private places(dots: Dots): Places {
    const box = this.el.getBoundingClientRect();
    const found: Places = [];
    for (let i = 0; i < dots.n; i++) {
      const [x, y] = dots.at(i);
      if (dots.shows(i)) found.push([i, box.left + x, box.top + y, dots.cluster(i)]);
    }
    return found;
  }
}

function marked(dots: Dots): number[] {
  const found = new Set(MARKED_BY.flatMap((name) => [...(dots.flags.get(name) ?? [])]));
  return found.size <= MARKED ? [...found].sort((a, b) => a - b) : [];
}
