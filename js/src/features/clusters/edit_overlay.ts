/** Draws the preview of an edit: the links it adds and the outlines of the parts of a split. */

import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { type Point, round } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";

/** Distance of an outline from its points. */
const ROOM = 10;

export class Planned implements Drawing {
  readonly el = s("g", { class: "ssc-planned" });
  private readonly around = s("path", { class: "ssc-lasso" });
  private readonly must = s("path", { class: "ssc-pending", "data-kind": "must" });
  private readonly cannot = s("path", { class: "ssc-pending", "data-kind": "cannot" });

  draw({ local, state }: View, dots: Dots): void {
    const planned = state.conflict || local.disconnected ? null : local.planned;
    this.el.replaceChildren();
    if (!planned) return;
    const line = (kind: string): string =>
      planned.links
        .filter((link) => link[2] === kind)
        .map(([i, j]) => `M${at(dots.at(i))}L${at(dots.at(j))}`)
        .join("");
    this.must.setAttribute("d", line("must"));
    this.cannot.setAttribute("d", line("cannot"));
    const parts = planned.parts.map((rows) => outline(rows.map((i) => dots.at(i))));
    this.around.setAttribute("d", parts.join(""));
    this.el.append(this.around, this.must, this.cannot);
  }
}

const at = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

/** A line around points, a little away from them. */
function outline(points: readonly Point[]): string {
  const corners = hull(points.flatMap(([x, y]) => circle(x, y)));
  return corners.length ? `M${corners.map(at).join("L")}Z` : "";
}

const circle = (x: number, y: number): Point[] =>
  Array.from({ length: 12 }, (_, k) => {
    const angle = (k * Math.PI) / 6;
    return [x + ROOM * Math.cos(angle), y + ROOM * Math.sin(angle)];
  });

/** The corners of the smallest convex shape around points, by Andrew's chains. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const chain = (all: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const p of all) {
      while (kept.length > 1 && !turns(kept.at(-2) as Point, kept.at(-1) as Point, p)) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
}

const turns = (o: Point, p: Point, q: Point): boolean =>
  (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]) > 0;
