/** Tables of the comparison: scores of both clusterings and the points that differ. */

import type { Both, Differing, Fact } from "../../contract";
import { h, middled, pushButton, put } from "../../core/dom";
import * as common from "../../core/text";
import { NO_CLUSTER } from "../../core/text";
import { glyph } from "../../plot/palette";
import * as words from "./text";

type Titles = readonly [string, string];

const head = (first: Node | string, titles: Titles): HTMLElement =>
  h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("th", { scope: "col" }, first),
      ...titles.map((title) => h("th", { scope: "col", title }, title)),
    ),
  );

/** Score, constraints kept, sizes and time of both. */
export function factsTable(facts: readonly Fact[], titles: Titles): HTMLElement {
  const row = ({ label, values, cluster }: Fact): HTMLElement =>
    h(
      "tr",
      {},
      h("td", {}, ...(cluster === null ? [] : [glyph(cluster, 1)]), label),
      ...values.map((value) => h("td", { class: "ssc-num" }, value)),
    );
  return h(
    "table",
    { class: "ssc-cmp", "aria-label": words.BOTH },
    head(h("span", { class: "ssc-sr" }, words.WHAT), titles),
    h("tbody", {}, ...facts.map(row)),
  );
}

export interface Rows {
  hover(index: number | null): void;
  go(index: number): void;
}

/** One row a point, which shows it on both plots. */
export function pointsTable(
  { points, names, more }: Both,
  titles: Titles,
  rows: Rows,
): HTMLElement {
  const cell = (cluster: number): HTMLElement =>
    h("td", {}, glyph(cluster, 1), ...middled(names[cluster] ?? NO_CLUSTER));
  const row = ({ i, name, clusters }: Differing): HTMLElement =>
    h(
      "tr",
      {
        "data-point": i,
        onpointerenter: () => rows.hover(i),
        onpointerleave: () => rows.hover(null),
        onclick: () => rows.go(i),
      },
      h(
        "td",
        {},
        pushButton(
          {
            class: "ssc-pairbtn",
            title: name,
            onfocus: () => rows.hover(i),
            onblur: () => rows.hover(null),
          },
          ...middled(name),
        ),
      ),
      ...clusters.map(cell),
    );
  const rest = h("tr", {}, h("td", { colspan: 3, class: "ssc-muted" }, common.andMore(more)));
  return h(
    "table",
    { class: "ssc-cmp ssc-differing", "aria-label": words.DIFFERING },
    head(words.POINT, titles),
    h("tbody", {}, ...points.map(row), more ? rest : null),
  );
}

/** Light up the row of a point. */
export function light(table: HTMLElement, index: number | null): void {
  for (const row of table.querySelectorAll("tr[data-point]"))
    put(row, "data-lit", row.getAttribute("data-point") === String(index));
}
