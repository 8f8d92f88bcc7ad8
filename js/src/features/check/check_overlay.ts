/** A check on the plot: the drawn point without its colour, the cards, or the points that were checked. */

import type { CheckStep } from "../../contract";
import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import type { Point } from "../../core/geometry";
import type { View } from "../../core/view_state";
import { mark } from "../../plot/overlays/link_lines";
import type { Drawing } from "../../plot/overlays/overlay";

const OFFSET = 15;

export interface Marked {
  readonly step: CheckStep;
  /** The rows of the cards that digits choose from. */
  readonly cards: readonly number[];
  readonly isResult: boolean;
}

export class CheckOverlay implements Drawing {
  readonly el = s("g", { class: "ssc-question-rings ssc-checks" });

  constructor(private readonly marked: () => Marked | null) {}

  draw({ state, local }: View, dots: Dots): void {
    const found = state.conflict || local.disconnected || local.past ? null : this.marked();
    this.el.replaceChildren();
    if (!found) return;
    const { step, cards, isResult } = found;
    if (isResult) return this.result(step, dots);
    cards.forEach((row, k) => {
      if (!dots.shows(row)) return;
      const [x, y] = dots.at(row);
      this.el.append(...ring([x, y], 12));
      this.el.append(mark("ssc-number", [x + OFFSET, y - OFFSET], 10, String(k + 1), 4.3));
    });
    // over its dot, so that the colour of its cluster leads nobody
    if (step.point && dots.shows(step.point.i))
      this.el.append(mark("ssc-drawn", dots.at(step.point.i), 11, "?", 4.6));
  }

  private result({ figures }: CheckStep, dots: Dots): void {
    const wrong = new Set(figures?.wrong);
    for (const row of figures?.checked ?? []) {
      if (!dots.shows(row)) continue;
      if (wrong.has(row)) this.el.append(mark("ssc-elsewhere", dots.at(row), 9, "!", 4.4));
      else this.el.append(...ring(dots.at(row), 8));
    }
  }
}

const ring = ([cx, cy]: Point, r: number): SVGCircleElement[] => [
  s("circle", { class: "ssc-halo", cx, cy, r }),
  s("circle", { class: "ssc-rep", cx, cy, r }),
];
