/** Reads the colours of clusters from the style sheet for the canvas. */

import { h, s } from "../../core/dom";
import type { Fill, Look } from "../../core/dots";
import { shapeOf } from "../palette";
import type { Colour } from "./marker_sprites";

export interface Looks {
  readonly clusters: readonly Look[];
  /** The edge of a point that a link ends at. */
  readonly strong: string;
  readonly ground: Colour;
}

const PATH = /path\("([^"]+)"\)/;

export class Colours {
  readonly el = h("div", { class: "ssc-probe", "aria-hidden": "true" });
  private readonly marks = s("svg", {});
  private readonly spots = h("div", {});
  private readonly known = new Map<string, Colour>();
  private looks: Looks | null = null;
  private last: { of: Looks; fill: Fill; looks: Looks } | null = null;

  constructor() {
    this.el.append(this.marks, this.spots);
  }

  /** The looks of a fill in place of those of the clusters. */
  filled(count: number, fill: Fill | null): Looks {
    const of = this.read(count);
    if (!fill) return of;
    if (this.last?.of === of && this.last.fill === fill) return this.last.looks;
    const isDark = !!this.el.closest('[data-jp-theme-light="false"]');
    const clusters = fill.looks(of.clusters.slice(0, count), of.ground, isDark);
    this.last = { of, fill, looks: { ...of, clusters } };
    return this.last.looks;
  }

  /** Read the colours anew: the theme or the clusters have changed. */
  forget(): void {
    this.looks = null;
  }

  read(count: number): Looks {
    if (this.looks && this.looks.clusters.length >= count) return this.looks;
    while (this.marks.childElementCount < count) {
      const k = this.marks.childElementCount;
      this.marks.append(s("path", { class: "ssc-pt", "data-cluster": k, d: shapeOf(k) }));
      this.spots.append(h("b", { class: "ssc-spot", "data-cluster": k }));
    }
    const own = getComputedStyle(this.el);
    this.looks = {
      clusters: Array.from({ length: count }, (_, k) => this.look(k)),
      strong: own.color,
      ground: this.bytes(own.backgroundColor),
    };
    return this.looks;
  }

  private look(k: number): Look {
    const style = getComputedStyle(this.marks.children[k] as Element);
    const spot = getComputedStyle(this.spots.children[k] as Element).color;
    const shape = PATH.exec(style.getPropertyValue("d"))?.[1] ?? shapeOf(k);
    return { fill: style.fill, edge: style.stroke, shape, spot: this.bytes(spot) };
  }

  /** A colour in whatever notation, as the bytes that a screen shows. */
  private bytes(colour: string): Colour {
    const known = this.known.get(colour);
    if (known) return known;
    const scratch = h("canvas", { width: 1, height: 1 });
    const context = scratch.getContext("2d", { willReadFrequently: true });
    if (!context) return [0, 0, 0];
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    const found: Colour = [red, green, blue];
    this.known.set(colour, found);
    return found;
  }
}
