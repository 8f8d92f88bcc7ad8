/** Reads the colours of clusters from the style sheet for the canvas. */

import { h, s } from "../../core/dom";
import { shapeOf } from "../palette";
import type { Colour } from "./marker_sprites";

export interface Look {
  readonly fill: string;
  readonly edge: string;
  readonly shape: string;
  /** The colour of a point that is too small for an edge. */
  readonly spot: Colour;
}

export interface Looks {
  readonly clusters: readonly Look[];
  /** The edge of a point that a link ends at. */
  readonly strong: string;
  readonly ground: Colour;
}

const PATH = /path\("([^"]+)"\)/;

/** How much of the line's colour fills a mark, from sure to unsure; a small square always has some. */
const SHADES = [0, 0.34, 0.67, 1];
const LEAST = 0.25;

function shade(look: Look, share: number, isDark: boolean, ground: Colour): Look {
  const line = isDark ? look.fill : look.edge;
  const part = Math.max(LEAST, share);
  const [red, green, blue] = ground.map((g, c) => g + ((look.spot[c] as number) - g) * part);
  const fill = `color-mix(in srgb,${line} ${100 * share}%,transparent)`;
  return { ...look, fill, edge: line, spot: [red ?? 0, green ?? 0, blue ?? 0] };
}

export class Colours {
  readonly el = h("div", { class: "ssc-probe", "aria-hidden": "true" });
  private readonly marks = s("svg", {});
  private readonly spots = h("div", {});
  private readonly known = new Map<string, Colour>();
  private looks: Looks | null = null;
  private deep: { of: Looks | null; count: number; looks: Looks } | null = null;

  constructor() {
    this.el.append(this.marks, this.spots);
  }

  /** With those of shaded points after the plain ones: four levels of each cluster. */
  shaded(count: number): Looks {
    const { clusters, ...others } = this.read(count);
    if (this.deep?.of === this.looks && this.deep.count === count) return this.deep.looks;
    const plain = clusters.slice(0, count);
    const isDark = !!this.el.closest('[data-jp-theme-light="false"]');
    const shades = SHADES.flatMap((share) =>
      plain.map((look) => shade(look, share, isDark, others.ground)),
    );
    const looks = { ...others, clusters: [...plain, ...shades] };
    this.deep = { of: this.looks, count, looks };
    return looks;
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
