/** Outlines around the points that an edit would move, in the shape of their new cluster. */

import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { round } from "../../core/geometry";
import type { Planned, View } from "../../core/view_state";
import { fillOf, shapeOf } from "../palette";
import type { Drawing } from "./overlay";

/** The rows that would move, and the clusters that they would move to. */
export interface Moves {
  readonly rows: Uint32Array;
  readonly clusters: Uint16Array;
}

const SCALE = 1.8;
/** Further outlines show nothing, and slow down a browser without a graphics card. */
const MOST = 1000;

export class Outlines implements Drawing {
  readonly el = s("g", {});

  constructor(private readonly shown: () => Moves | null) {}

  /** One path for each new cluster of the points. */
  draw(_: View, dots: Dots): void {
    const moves = this.shown();
    this.el.replaceChildren(...(moves ? outlined(moves, dots) : []));
  }
}

/** The moves as the kernel sends them. */
export const movesOf = ([rows, clusters]: readonly DataView[]): Moves => ({
  rows: new Uint32Array(copied(rows)),
  clusters: new Uint16Array(copied(clusters)),
});

/** Bytes of a message may begin anywhere, numbers of several bytes may not. */
const copied = (bytes: DataView | undefined): ArrayBuffer => {
  const { buffer, byteOffset = 0, byteLength = 0 } = bytes ?? {};
  return buffer ? (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength) : EMPTY;
};
const EMPTY = new ArrayBuffer(0);

/** A plan without links. */
export const plan = (): Planned => ({
  ...{ type: "plan", id: -1, other: null, into: null, note: ["", ""], status: "" },
  ...{ links: [], parts: [], lit: [] },
});

function outlined({ rows, clusters }: Moves, dots: Dots): SVGPathElement[] {
  const shown = [...rows.keys()].filter((k) => dots.shows(rows[k] as number));
  if (shown.length > MOST) return [];
  const paths = new Map<number, string>();
  for (const k of shown) {
    const cluster = clusters[k] as number;
    const [x, y] = dots.at(rows[k] as number);
    paths.set(cluster, (paths.get(cluster) ?? "") + placed(shapeOf(cluster), x, y, SCALE));
  }
  return [...paths].map(([cluster, d]) => {
    const style = `--ssc-fill:${fillOf(cluster)}`;
    return s("path", { class: "ssc-target-outline", d, "data-to": cluster, style });
  });
}

/** Which numbers of a command are measures along x, along y, of both, or none. */
const MEASURES = new Map(Object.entries({ M: "xy", L: "xy", H: "x", V: "y", A: "rr---xy", Z: "" }));

/** A shape around the origin, larger and elsewhere. */
export function placed(shape: string, x: number, y: number, scale: number): string {
  return shape.replace(/([MLHVAZ])([^MLHVAZ]*)/g, (_, command: string, rest: string) => {
    const along = MEASURES.get(command) ?? "";
    const numbers = rest.match(/-?[\d.]+/g) ?? [];
    const moved = numbers.map((text, k) => {
      const way = along[k % along.length];
      if (way === "-") return text;
      return String(round(Number(text) * scale + (way === "x" ? x : way === "y" ? y : 0)));
    });
    return command + moved.join(" ");
  });
}
