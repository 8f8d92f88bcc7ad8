/** The pair that was answered last, ringed and named as one that is asked about. */

import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { rings } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing, Tag } from "../../plot/overlays/overlay";

const RADIUS = 12;

export class AnsweredPair implements Drawing {
  readonly el = s("g", { class: "ssc-autopair" });

  draw({ state, local }: View, dots: Dots, tag: Tag): void {
    const pair = local.hand?.kind === "auto" && !state.conflict ? state.auto?.pair : null;
    const shown = pair ? [pair.i, pair.j].filter((i) => dots.shows(i)) : [];
    const d = rings(dots.points, shown, RADIUS);
    this.el.replaceChildren(
      ...(d ? [s("path", { class: "ssc-halo", d }), s("path", { class: "ssc-ring", d })] : []),
    );
    if (!pair) return;
    tag(pair.i, pair.a, pair.j);
    tag(pair.j, pair.b, pair.i);
  }
}
