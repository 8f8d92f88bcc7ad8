/** The links that would join all points of a lasso, while the entry of its menu is pointed at. */

import { s } from "../../core/dom";
import { round } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Dots } from "../../plot/dots";
import type { Drawing } from "../../plot/overlays/overlay";

export class Span implements Drawing {
  readonly el = s("g", { class: "ssc-span" });

  draw({ state, local }: View, dots: Dots): void {
    const pairs = local.previewing ? (state.lasso?.preview_must ?? []) : [];
    const d = pairs
      .map(([i, j]) => [dots.at(i), dots.at(j)] as const)
      .map(([p, q]) => `M${round(p[0])} ${round(p[1])}L${round(q[0])} ${round(q[1])}`)
      .join("");
    this.el.replaceChildren(...(d ? [s("path", { d })] : []));
  }
}
