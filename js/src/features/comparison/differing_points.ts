/** Rings around the points that are in different clusters in the two clusterings. */

import { put, s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { rings } from "../../core/geometry";
import { nameOf, type View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";
import type { Tag } from "../../plot/overlays/point_names";

const RING = 8.5;
/** Of more points the rings would hide what they are around: these are then the only bright ones. */
const RINGED = 1000;
const HALF = 12;

export interface Marked {
  /** The rows that differ; none while nothing is compared. */
  differ: readonly number[];
  on: boolean;
  /** The point that is pointed at, in either plot or in the table. */
  hovered: number | null;
}

export class Differing implements Drawing {
  readonly el = s("g", { class: "ssc-differ" });
  private readonly halo = s("path", { class: "ssc-halo" });
  private readonly ring = s("path", { class: "ssc-ring" });
  private readonly cursor = s("g", { class: "ssc-cursor" });

  constructor(private readonly marked: Marked) {
    this.el.append(this.halo, this.ring, this.cursor);
  }

  draw(view: View, dots: Dots, tag: Tag): void {
    const { on, differ, hovered } = this.marked;
    dots.keepBright(on && differ.length ? differ : null);
    const ringed = on && differ.length <= RINGED ? differ.filter((i) => dots.shows(i)) : [];
    const d = rings(dots.points, ringed, RING);
    put(this.el, "data-number", on ? ringed.length : null);
    put(this.halo, "d", d);
    put(this.ring, "d", d);
    this.cursor.replaceChildren();
    if (!on || hovered === null || !dots.shows(hovered)) return;
    const [x, y] = dots.at(hovered);
    const box = { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 4 };
    this.cursor.append(s("rect", { class: "ssc-halo", ...box }), s("rect", box));
    tag(hovered, nameOf(view, hovered));
  }
}
