/** Rings on what a search has found, and the place of the chosen hit among all. */

import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { rings } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";
import type { Tag } from "../../plot/overlays/point_names";

export interface Ringed {
  readonly rows: readonly number[];
  readonly chosen: number | null;
  readonly place: string;
}

export class SearchOverlay implements Drawing {
  readonly el = s("g", { class: "ssc-hits" });
  private drawn = "";

  constructor(private readonly shown: () => Ringed | null) {}

  draw({ state, local }: View, dots: Dots, tag: Tag): void {
    const ringed = state.conflict || local.disconnected ? null : this.shown();
    const { rows = [], chosen = null, place = "" } = ringed ?? {};
    const around = (some: readonly number[], r: number): string =>
      rings(
        dots.points,
        some.filter((row) => dots.shows(row)),
        r,
      );
    const hits = around(
      rows.filter((row) => row !== chosen),
      7.5,
    );
    const one = around(chosen === null ? [] : [chosen], 11);
    if (chosen !== null && place) tag(chosen, place);
    if (this.drawn === hits + one) return;
    this.drawn = hits + one;
    const path = (d: string, name: string) => (d ? [s("path", { class: name, d })] : []);
    this.el.replaceChildren(
      ...[...path(hits, "ssc-halo"), ...path(hits, "ssc-ring")],
      ...[...path(one, "ssc-halo"), ...path(one, "ssc-ring ssc-now")],
    );
  }
}
