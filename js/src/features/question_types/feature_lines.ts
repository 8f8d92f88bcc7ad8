/** The features of a point on lines from lowest to highest, beside those of other points. */

import type { Placement, Strip } from "../../contract";
import { h, middled, s } from "../../core/dom";
import { glyph, shapeOf } from "../../plot/palette";
import * as words from "./text";

export function strips({ point, cards, strips: rows }: Placement): HTMLElement[] {
  if (!rows.length) return [];
  const ids = cards.map(({ face: { cluster_id } }) => cluster_id);
  const mine = h("span", { class: "ssc-key" }, tick(), words.smallPoint(point.name));
  const theirs = h(
    "span",
    { class: "ssc-key" },
    ...[...new Set(ids)].map((id) => glyph(id, 1)),
    ids.length > 1 ? words.REPRESENTATIVES : words.REPRESENTATIVE,
  );
  const attributes = { class: "ssc-strips", role: "group", "aria-label": words.FEATURES_APART };
  return [
    h("div", { class: "ssc-keyrow" }, mine, theirs),
    h("div", attributes, ...rows.map((each) => strip(each, ids))),
  ];
}

function tick(): SVGSVGElement {
  return s(
    "svg",
    { class: "ssc-minekey", viewBox: "0 0 8 14", "aria-hidden": "true" },
    s("path", { d: "M4 0V14" }),
  );
}

function strip({ name, value, mine, theirs, about }: Strip, ids: number[]): HTMLElement {
  const at = (share: number): string => `left:${Math.round(1000 * share) / 10}%`;
  const marks = theirs.map((share, k) => {
    const id = ids[k] ?? 0;
    const mark = s("path", { class: "ssc-pt", "data-cluster": id, d: shapeOf(id) });
    return s("svg", { class: "ssc-at", viewBox: "-8 -8 16 16", style: at(share) }, mark);
  });
  return h(
    "div",
    { class: "ssc-strip" },
    h("span", { class: "ssc-n", title: name }, ...middled(name)),
    h(
      "span",
      { class: "ssc-range", role: "img", "aria-label": about, title: about },
      h("i", { class: "ssc-mine", style: at(mine) }),
      ...marks,
    ),
    h("span", { class: "ssc-v ssc-num" }, value),
  );
}
