/** Charts of a fit: the objective and the feature weights. */

import type { StepsHead, WeightBar } from "../../contract";
import { h, s } from "../../core/dom";
import { round } from "../../core/geometry";
import { line, placesOf, splitAt } from "../../ui/line_chart";

const [WIDE, HIGH, EDGE] = [320, 44, 8];

/** A curve with a line and a dot at the present step; its later part is pale. */
export function curve({ curve: values, last }: StepsHead, step: number): SVGElement {
  const x = (at: number): number => EDGE + (at / Math.max(1, last)) * (WIDE - 2 * EDGE);
  const y = (value: number): number => 4 + (1 - value) * (HIGH - 8);
  const places = placesOf(values, x, y);
  const [past] = splitAt(places, round(x(step)));
  const now = past.at(-1);
  const [, later] = splitAt(places, now?.[0] ?? 0);
  return s(
    "svg",
    {
      class: "ssc-objective",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    line("ssc-later", later),
    line("ssc-past", past),
    s("path", { class: "ssc-at", d: `M${round(x(step))} 0V${HIGH}` }),
    now && s("circle", { cx: round(x(step)), cy: now[1], r: 4 }),
  );
}

/** One row a feature: its weight as a bar and as text, and a tick at the weight before. */
export const bars = (features: readonly WeightBar[]): HTMLElement[] =>
  features.map(({ name, text, now, before }) =>
    h(
      "div",
      { class: "ssc-weight", role: "listitem" },
      h("span", { class: "ssc-wname", title: name }, name),
      h(
        "span",
        { class: "ssc-wbar", "aria-hidden": "true" },
        h("i", { style: `width:${round(100 * now)}%` }),
        h("b", { style: `left:${round(100 * before)}%` }),
      ),
      h("span", { class: "ssc-num" }, text),
    ),
  );
