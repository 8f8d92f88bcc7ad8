/** Rows of the table of constraints for actions that made several links. */

import type { Kind, Link } from "../../contract";
import { h, pushButton } from "../../core/dom";
import * as common from "../../core/text";
import type { View } from "../../core/view_state";
import { icon, linkIcon } from "../../ui/icons";
import * as words from "./text";

/** Violated or suspected links listed under the row of a closed action. */
const MOST_DOUBTFUL = 3;

export interface Row {
  /** The links of the row; those of an open action follow as rows. */
  links: Link[];
  open: boolean;
  /** Whether it is a link under the row of its action. */
  under: boolean;
}

export const severity = (link: Link): number => 2 * Number(link.violated) + Number(link.suspected);

/** Violated first, then suspected ones, then newest first; links of one action stay together. */
export function rowsOf(links: readonly Link[], open: ReadonlySet<number>): Row[] {
  const actions = new Map<number, Link[]>();
  for (const link of links) {
    const action = actions.get(link.number);
    if (action) action.push(link);
    else actions.set(link.number, [link]);
  }
  const ordered = [...actions.values()].map((made) => made.sort(bySeverity));
  return ordered
    .sort(([a], [b]) => bySeverity(a as Link, b as Link))
    .flatMap((made) => {
      const isOpen = open.has((made[0] as Link).number);
      if (made.length === 1) return [{ links: made, open: false, under: false }];
      const listed = isOpen ? made : made.filter(severity).slice(0, MOST_DOUBTFUL);
      const under = listed.map((link) => ({ links: [link], open: false, under: true }));
      return [{ links: made, open: isOpen, under: false }, ...under];
    });
}

const bySeverity = (a: Link, b: Link): number => severity(b) - severity(a) || b.answer - a.answer;

export function actionRow(view: View, row: Row, off: boolean, toggle: () => void): HTMLElement {
  const { links, open } = row;
  const { number } = links[0] as Link;
  const kinds = [...new Set(links.map((link) => link.kind))] as Kind[];
  const violated = links.filter((link) => link.violated).length;
  const what = pushButton(
    {
      class: "ssc-pairbtn ssc-actionbtn",
      "aria-expanded": String(open),
      onclick: (event) => {
        event.stopPropagation();
        toggle();
      },
    },
    icon(open ? "chevronDown" : "chevronRight"),
    words.linksOf(links.length),
  );
  return h(
    "tr",
    { class: "ssc-action", "data-action": number, onclick: toggle },
    h("td", { class: "ssc-num ssc-muted" }, String(number)),
    h("td", {}, what),
    h(
      "td",
      {},
      ...kinds.map(linkIcon),
      kinds.length === 1 ? common.KIND_NAMES[kinds[0] as Kind] : words.BOTH_KINDS,
    ),
    h(
      "td",
      {},
      h(
        "span",
        { class: "ssc-st" },
        ...(violated
          ? [h("span", { class: "ssc-bad" }, common.violated(violated)), badge()]
          : [h("span", { class: "ssc-muted" }, common.KEPT)]),
        remover(view, number, links.length, off),
      ),
    ),
  );
}

function remover(view: View, number: number, count: number, off: boolean): HTMLElement {
  return pushButton(
    {
      class: "ssc-remove",
      "aria-label": words.removeAction(number, count),
      title: words.removeAction(number, count),
      disabled: off,
      onclick: (event) => {
        event.stopPropagation();
        view.send({ type: "remove_action", number });
        view.focusPlot();
      },
    },
    icon("close"),
  );
}

/** The mark of what is violated. */
export const badge = (): HTMLElement =>
  h("span", { class: "ssc-badge", "aria-hidden": "true" }, "!");
