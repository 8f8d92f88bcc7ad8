/** The histogram of a column of numbers, in the colours of its steps. */

import type { ColourScale } from "../../contract";
import { h, s, show } from "../../core/dom";

const WIDE = 320;
const HIGH = 72;
const FLOOR = 76;

export class Histogram {
  readonly el = h("div", { class: "ssc-hist" });
  private readonly picture = s("svg", { viewBox: `0 0 ${WIDE} ${FLOOR + 1}`, role: "img" });
  private readonly ends = h("div", { class: "ssc-ends", "aria-hidden": "true" });

  constructor() {
    this.el.append(this.picture, this.ends);
  }

  paint(scale: ColourScale | null): void {
    show(this.el, !!scale?.positions);
    if (!scale?.positions) return;
    this.picture.setAttribute("aria-label", scale.about);
    const step = WIDE / scale.bars.length;
    const bars = scale.bars.map(({ height, step: code }, k) =>
      s("rect", {
        class: "ssc-histbar",
        x: (k * step + 0.5).toFixed(1),
        y: (FLOOR - height * HIGH).toFixed(1),
        width: (step - 1).toFixed(1),
        height: (height * HIGH).toFixed(1),
        style: `fill:var(--ssc-v${code})`,
      }),
    );
    const base = s("line", {
      class: "ssc-base",
      x1: 0,
      x2: WIDE,
      y1: FLOOR + 0.5,
      y2: FLOOR + 0.5,
    });
    this.picture.replaceChildren(...bars, base);
    this.ends.replaceChildren(...scale.ends.map((end) => h("span", {}, end)));
  }
}
