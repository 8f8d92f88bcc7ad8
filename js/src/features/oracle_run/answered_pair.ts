/** Rings around the pair that was answered last by the simulation. */

import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { rings } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";
import type { Tag } from "../../plot/overlays/point_names";

const RADIUS = 12;

export class AnsweredPair implements Drawing {
  readonly el = s("g", { class: "ssc-oraclepair" });

  draw({ state, local }: View, dots: Dots, tag: Tag): void {
    const pair =
      local.openPanel?.kind === "oracle_run" && !state.conflict ? state.oracle_run?.pair : null;
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
