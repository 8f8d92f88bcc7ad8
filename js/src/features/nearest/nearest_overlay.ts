/** Thin lines from a point to its nearest ones, each with its place in the list. */

import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { rings, round } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";
import type { Tag } from "../../plot/overlays/point_names";

export interface Neighbours {
  readonly point: number;
  readonly name: string;
  readonly rows: readonly number[];
  readonly chosen: number | null;
}

export class NearestOverlay implements Drawing {
  readonly el = s("g", { class: "ssc-near" });

  constructor(private readonly shown: () => Neighbours | null) {}

  draw({ state, local }: View, dots: Dots, tag: Tag): void {
    const found = state.conflict || local.disconnected ? null : this.shown();
    this.el.replaceChildren();
    if (!found) return;
    const [x, y] = dots.at(found.point);
    const lines = found.rows
      .map((row) => dots.at(row))
      .map(([u, v]) => `M${round(x)} ${round(y)}L${round(u)} ${round(v)}`);
    const ring = (row: number | null, r: number): string =>
      row !== null && dots.shows(row) ? rings(dots.points, [row], r) : "";
    const [one, point] = [ring(found.chosen, 8), ring(found.point, 11)];
    this.el.append(
      s("path", { class: "ssc-spokes", d: lines.join("") }),
      s("path", { class: "ssc-halo", d: one + point }),
      s("path", { class: "ssc-ring", d: one }),
      s("path", { class: "ssc-ring ssc-now", d: point }),
    );
    tag(found.point, found.name);
    for (const [place, row] of found.rows.entries()) tag(row, String(place + 1), found.point);
  }
}
