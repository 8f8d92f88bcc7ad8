/** Charts of a fit: the objective, the feature weights, the dendrogram. */

import type { Cut, StepsHead, Tree, WeightBar } from "../../contract";
import { h, pushButton, s } from "../../core/dom";
import { round } from "../../core/geometry";
import { line, placesOf, splitAt } from "../../ui/line_chart";
import * as words from "./text";

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

const TALL = 150;

/** The merges, and a line for each cut: a button over the height at which it would be made. */
export function dendrogram(
  { merges, cuts }: Tree,
  step: number,
  shown: number,
  choose: (step: number) => void,
): HTMLElement {
  const y = (height: number): number => TALL - 6 - (height / 1.06) * (TALL - 12);
  const x = (place: number): number => place * WIDE;
  const d = merges.map(
    ([a, b, low, other, high]) =>
      `M${round(x(a))} ${round(y(low))}V${round(y(high))}H${round(x(b))}V${round(y(other))}`,
  );
  const done = d.slice(0, step).join("");
  const later = d.slice(step).join("");
  const cut = cuts[step];
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDE} ${TALL}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    s("path", { class: "ssc-later", d: later }),
    s("path", { class: "ssc-past", d: done }),
    cut && s("path", { class: "ssc-at", d: `M0 ${round(y(cut.height))}H${WIDE}` }),
  );
  const nearest = (event: MouseEvent): void => {
    const box = el.getBoundingClientRect();
    const height = ((event.clientY - box.top) / box.height) * TALL;
    const apart = cuts.map((each) => Math.abs(y(each.height) - height));
    const found = cuts[apart.indexOf(Math.min(...apart))];
    if (found) choose(found.step);
  };
  const el = h("div", { class: "ssc-dendrogram" }, svg);
  el.addEventListener("click", nearest);
  const few = cuts.slice(-6).map((each) => cutButton(each, step, shown, choose));
  const about = h("p", { class: "ssc-muted" }, words.DENDROGRAM);
  return h("div", {}, about, el, h("div", { class: "ssc-cuts" }, ...few));
}

function cutButton(
  cut: Cut,
  step: number,
  shown: number,
  choose: (step: number) => void,
): HTMLElement {
  const label = words.cutAt(cut.clusters);
  return pushButton(
    {
      class: "ssc-b ssc-small ssc-line",
      "aria-label": label,
      "aria-pressed": String(cut.step === step),
      title: cut.step === shown ? words.AS_SHOWN : label,
      onclick: () => choose(cut.step),
    },
    String(cut.clusters),
  );
}
