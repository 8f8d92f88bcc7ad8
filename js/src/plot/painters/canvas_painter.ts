/** The painter for many points and for motion: one canvas at the screen's resolution. */

import type { Camera } from "../../core/camera";
import { h, put } from "../../core/dom";
import { type Dots, type Look, SAID } from "../../core/dots";
import { blend, fill, type Picture, type Sprite, words } from "./marker_sprites";
import { drawSquares } from "./squares_painter";
import { Colours, type Looks } from "./theme_colours";

/** Half of what a mark and its edge take. */
const HALF = 7.5;
const EDGE = 1.25;
const LINKED_EDGE = 1.5;
const DIMMED = 0.24;
/** Points that are not among the bright ones. */
const FAINT = 0.45;
/** Of more points than this only squares are seen, whatever they are linked to. */
const MARKED = 5000;
const NONE: ReadonlySet<number> = new Set();
/** The attributes of points that keep their mark among squares. */
export const MARKED_BY = ["data-linked", "data-keep", "data-asked", "data-differ"] as const;

export type Kind = "marks" | "squares";

/** [index, x, y, cluster] of every point in view, on the screen. */
type Places = [number, number, number, number][];

/** The canvas; `points()` gives the positions of the dots to tests and other programs. */
export interface CanvasElement extends HTMLCanvasElement {
  points?: () => Places;
}

export class Canvas {
  readonly el: CanvasElement = h("canvas", { class: "ssc-canvas", "aria-hidden": "true" });
  readonly colours = new Colours();
  private plain: Sprite[] = [];
  private linked: Sprite[] = [];
  private drawnFor: Looks | null = null;
  private drawnAt = 0;
  private easel: CanvasRenderingContext2D | null = null;
  private pixels: ImageData | null = null;
  private painted = 0;
  private empty = true;
  private clusters = 0;
  private lit: ReadonlySet<number> = NONE;

  /** Paint all points that are in view. */
  draw(
    dots: Dots,
    camera: Camera,
    kind: Kind,
    clusters: number,
    dim: boolean,
    lit: ReadonlySet<number> = NONE,
  ): void {
    this.lit = lit;
    put(this.el, "data-painted", ++this.painted);
    put(this.el, "data-kind", kind);
    this.el.points = () => this.places(dots);
    const looks = this.colours.filled(clusters, dots.fill);
    this.clusters = clusters;
    const scale = globalThis.devicePixelRatio || 1;
    const context = this.sized(camera, scale);
    if (!context) return;
    this.empty = false;
    this.prepare(looks, scale);
    const picture = this.picture(context, scale);
    if (kind === "squares") this.squares(picture, dots, camera, looks, dim);
    else fill(picture, looks.ground);
    if (kind === "squares") for (const i of marked(dots)) this.mark(picture, dots, camera, i, dim);
    else for (let k = 0; k < dots.n; k++) this.mark(picture, dots, camera, dots.painted(k), dim);
    if (this.pixels) context.putImageData(this.pixels, 0, 0);
  }

  /** Other nodes show the points now. */
  clear(): void {
    this.el.points = undefined;
    put(this.el, "data-kind", null);
    if (this.empty) return;
    this.empty = true;
    this.el.getContext("2d")?.clearRect(0, 0, this.el.width, this.el.height);
  }

  /** The context of a canvas as large as the plot and its margins. */
  private sized({ inner }: Camera, scale: number): CanvasRenderingContext2D | null {
    const wide = Math.round((inner.left + inner.width + HALF) * scale);
    const high = Math.round((inner.top + inner.height + HALF) * scale);
    if (this.el.width !== wide || this.el.height !== high) {
      this.el.width = wide;
      this.el.height = high;
      this.el.style.width = `${wide / scale}px`;
      this.el.style.height = `${high / scale}px`;
    }
    return this.el.getContext("2d");
  }

  private picture(context: CanvasRenderingContext2D, scale: number): Picture {
    const { width, height } = this.el;
    if (this.pixels?.width !== width || this.pixels.height !== height)
      this.pixels = context.createImageData(width, height);
    return { width, height, scale, bytes: this.pixels.data };
  }

  private squares(picture: Picture, dots: Dots, camera: Camera, looks: Looks, dim: boolean): void {
    drawSquares(picture, {
      points: dots.points,
      within: camera.inner,
      look: (i) => dots.look(i, this.clusters),
      painted: (k) => dots.painted(k),
      cluster: (i) => dots.cluster(i),
      colours: looks.clusters.map((look) => look.spot),
      ground: looks.ground,
      selected: dots.flags.get("data-selected") ?? new Set(),
      strength: dim ? DIMMED : dots.bright ? FAINT : 1,
      lit: this.lit,
      bright: dots.bright,
    });
  }

  private mark(picture: Picture, dots: Dots, camera: Camera, i: number, dim: boolean): void {
    const [x, y] = [dots.points[2 * i] as number, dots.points[2 * i + 1] as number];
    if (!camera.holds(x, y)) return;
    const mark = this.sprite(dots, dots.look(i, this.clusters), dots.has("data-linked", i));
    const bright = dots.has("data-keep", i) || this.lit.has(dots.cluster(i));
    const faint = dots.bright && !dots.bright.has(i) ? FAINT : 1;
    const strength = dim && !bright ? DIMMED : faint;
    if (mark) blend(picture, mark, x * picture.scale, y * picture.scale, strength);
  }

  /** Marks are rendered anew, each once it is needed. */
  private prepare(looks: Looks, scale: number): void {
    const before = this.drawnFor?.clusters;
    this.drawnFor = looks;
    if (before === looks.clusters && this.drawnAt === scale) return;
    this.drawnAt = scale;
    this.plain = [];
    this.linked = [];
    const side = 2 * Math.ceil(HALF * scale) + 1;
    this.easel = h("canvas", { width: side, height: side }).getContext("2d", {
      willReadFrequently: true,
    });
  }

  /** A mark, plain or with the edge of a link's end. */
  private sprite(dots: Dots, k: number, isLinked: boolean): Sprite | undefined {
    const look = k < SAID ? this.drawnFor?.clusters[k] : dots.none?.(k);
    const kept = isLinked ? this.linked : this.plain;
    if (!kept[k] && look)
      kept[k] = isLinked
        ? this.drawn(look, this.drawnFor?.strong ?? "", LINKED_EDGE)
        : this.drawn(look, look.edge, look.width ?? EDGE);
    return kept[k];
  }

  private drawn({ shape, fill: colour }: Look, stroke: string, width: number): Sprite {
    const { easel, drawnAt: scale } = this;
    const side = easel?.canvas.width ?? 0;
    if (!easel) return { side, words: new Uint32Array() };
    easel.setTransform(1, 0, 0, 1, 0, 0);
    easel.clearRect(0, 0, side, side);
    easel.setTransform(scale, 0, 0, scale, side / 2, side / 2);
    easel.lineJoin = "round";
    const path = new Path2D(shape);
    easel.fillStyle = colour;
    easel.fill(path);
    easel.strokeStyle = stroke;
    easel.lineWidth = width;
    easel.stroke(path);
    return { side, words: words(easel.getImageData(0, 0, side, side).data) };
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
  const few = found.size <= MARKED ? found : (dots.flags.get("data-keep") ?? NONE);
  return [...few].sort((a, b) => a - b);
}
