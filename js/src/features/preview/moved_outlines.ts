/** Outlines around the points that an answer would move, in the shape of their new cluster. */

import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { round } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";
import { fillOf, shapeOf } from "../../plot/palette";

/** What one answer would do: in words, and the rows that it would move to these clusters. */
export interface AnswerEffect {
  readonly effect: string;
  readonly note: [string, string];
  readonly moves: readonly (readonly [number, number])[];
  readonly status: string;
  /** The rows that the question is about. */
  readonly asked: readonly number[];
  readonly rows: Uint32Array;
  readonly clusters: Uint16Array;
}

const SCALE = 1.8;
/** Further outlines show nothing, and slow down a browser without a graphics card. */
const MOST = 1000;

export class Outlines implements Drawing {
  readonly el = s("g", {});

  constructor(private readonly effectOf: () => AnswerEffect | null) {}

  /** One path for each new cluster of the points. */
  draw(_: View, dots: Dots): void {
    const effect = this.effectOf();
    this.el.replaceChildren(...(effect ? outlined(effect, dots) : []));
  }
}

function outlined({ rows, clusters }: AnswerEffect, dots: Dots): SVGPathElement[] {
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
