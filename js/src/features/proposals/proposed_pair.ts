/** The two typical rows of a proposal on the plot: rings, and a dotted line between them. */

import type { ProposalCard } from "../../contract";
import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { shortened } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";
import type { Tag } from "../../plot/overlays/point_names";

export class ProposedPair implements Drawing {
  readonly el = s("g", { class: "ssc-ask" });

  constructor(private readonly shown: () => ProposalCard | null) {}

  draw({ state, local }: View, dots: Dots, tag: Tag): void {
    const card = state.conflict || local.disconnected || local.past ? null : this.shown();
    this.el.replaceChildren();
    if (!card) return;
    const { i, j, a, b } = card;
    const [from, to] = shortened(dots.at(i), dots.at(j), 15);
    const ends = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] };
    this.el.append(s("line", { class: "ssc-dotted", ...ends }));
    for (const row of [i, j].filter((each) => dots.shows(each))) {
      const [cx, cy] = dots.at(row);
      this.el.append(
        s("circle", { class: "ssc-halo", cx, cy, r: 12 }),
        s("circle", { class: "ssc-ring", cx, cy, r: 12 }),
      );
    }
    tag(i, a, j);
    tag(j, b, i);
  }
}
