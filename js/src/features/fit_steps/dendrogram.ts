/** The dendrogram of a fit: the merges, and the cuts that a click or a button chooses. */

import type { Cut, Tree } from "../../contract";
import { h, pushButton, s } from "../../core/dom";
import { round } from "../../core/geometry";
import * as words from "./text";

const [WIDE, TALL] = [320, 150];

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
