/** Rows of the table of constraints: pair, kind, status, and why a constraint is violated. */

import type { Link } from "../../contract";
import { h, middled, pushButton, whenChanged } from "../../core/dom";
import * as common from "../../core/text";
import { unfitted, type View } from "../../core/view_state";
import { icon, linkIcon } from "../../ui/icons";
import { actionRow, badge, type Row } from "./grouped_rows";
import * as words from "./text";

interface Shown {
  rows: Row[];
  off: boolean;
  /** Answers that cannot all be kept. */
  inTheWay: readonly number[];
}

/** Fills the table's body; unchanged rows are kept, and so is the focus in them. */
export function painter(
  view: View,
  body: HTMLElement,
  open: (action: number) => void,
): (shown: Shown) => void {
  let known = new Map<string, HTMLElement>();
  return whenChanged(({ rows, off, inTheWay }: Shown) => {
    const before = known;
    known = new Map();
    const keep = (make: typeof row, about: Partial<Link>, link: Link): HTMLElement => {
      const way = inTheWay.includes(link.answer) && inTheWay.length;
      const key = JSON.stringify([about, off, way]);
      const made = before.get(key) ?? make(view, link, off);
      known.set(key, made);
      return made;
    };
    for (const shown of rows) {
      const link = shown.links[0] as Link;
      const { answer, number, why, enforceable, ...rest } = link;
      if (shown.links.length > 1) {
        const key = JSON.stringify([number, shown.open, off, summed(shown.links)]);
        known.set(key, before.get(key) ?? actionRow(view, shown, off, () => open(number)));
        continue;
      }
      const doubted = !!why || enforceable;
      const made = keep(shown.under ? under : row, { answer, number, ...rest }, link);
      made.classList.toggle("ssc-doubted", doubted);
      if (doubted) keep(because, { answer, why, enforceable }, link);
    }
    arrange(body, [...known.values()]);
  });
}

/** The summary of an action's links. */
const summed = (links: Link[]): unknown[] => [
  links.length,
  links.filter((link) => link.violated).length,
  ...new Set(links.map((link) => link.kind)),
];

/** The row of a link under that of its action, which has the number. */
function under(view: View, link: Link, off: boolean): HTMLElement {
  const made = row(view, link, off);
  made.classList.add("ssc-under");
  made.firstElementChild?.replaceChildren();
  return made;
}

/** Set the children in this order; those in place are not touched. */
function arrange(parent: HTMLElement, wanted: HTMLElement[]): void {
  const kept = new Set<Element>(wanted);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let place = parent.firstElementChild;
  for (const child of wanted) {
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

function row(view: View, link: Link, off: boolean): HTMLElement {
  const { answer, number, a, b, kind, soft, who } = link;
  const choose = (): void => toggle(view, answer);
  const pair = pushButton(
    {
      class: "ssc-pairbtn ssc-num",
      title: words.showPair(a, b),
      onclick: (event) => {
        event.stopPropagation();
        choose();
      },
    },
    ...middled(a),
    h("span", { class: "ssc-second" }, common.BETWEEN, ...middled(b)),
  );
  return h(
    "tr",
    { class: isShort(link) ? "ssc-softrow" : null, "data-answer": answer, onclick: choose },
    h("td", { class: "ssc-num ssc-muted", title: who || null }, words.signed(number, who)),
    h("td", {}, pair),
    h(
      "td",
      {},
      linkIcon(kind),
      common.KIND_NAMES[kind],
      soft ? h("span", { class: "ssc-muted ssc-soft" }, words.SOFT) : null,
      isAutomatic(link) ? automatic() : null,
    ),
    h("td", {}, h("span", { class: "ssc-st" }, ...verdict(view, link), remover(view, link, off))),
  );
}

const isAutomatic = ({ source }: Link): boolean => source === "automatic";

/** Whether a further word beside the kind leaves little space. */
const isShort = (link: Link): boolean => link.soft || isAutomatic(link);

/** The mark of an answer that the true labels gave. */
const automatic = (): HTMLElement =>
  h("span", { class: "ssc-muted ssc-soft", title: words.AUTOMATIC_HINT }, words.AUTOMATIC);

/** Show or hide the pair on the plot. */
const toggle = (view: View, answer: number): void =>
  view.set({ row: view.local.row === answer ? null : answer });

/** Under an answer: why it is violated or suspected, and the one action against that. */
function because(view: View, link: Link, off: boolean): HTMLElement {
  const { answer, why, enforceable } = link;
  return h(
    "tr",
    { class: "ssc-because", "data-answer": answer, onclick: () => toggle(view, answer) },
    h(
      "td",
      { colspan: words.COLUMNS.length },
      h(
        "div",
        {},
        h("span", { class: "ssc-muted" }, why),
        enforceable && enforcer(view, link, off),
      ),
    ),
  );
}

function verdict(view: View, { answer, violated, suspected }: Link): Node[] {
  const found = unfitted(view);
  if (found?.answers.includes(answer)) return [h("span", { class: "ssc-muted" }, found.one_of)];
  if (!violated) {
    const [text, style] = suspected ? [words.SUSPECTED, "ssc-doubt"] : [common.KEPT, "ssc-muted"];
    return [h("span", { class: style }, text)];
  }
  return [h("span", { class: "ssc-bad" }, words.VIOLATED), badge()];
}

function enforcer(view: View, { answer, number }: Link, off: boolean): HTMLElement {
  return pushButton(
    {
      class: "ssc-b ssc-line ssc-small",
      "aria-label": words.alwaysKeep(number),
      title: words.ALWAYS_KEEP_HINT,
      disabled: off,
      onclick: (event) => {
        event.stopPropagation();
        view.send({ type: "enforce", answer });
        view.focusPlot();
      },
    },
    words.ALWAYS_KEEP,
  );
}

function remover(view: View, { answer, number }: Link, off: boolean): HTMLElement {
  return pushButton(
    {
      class: "ssc-remove",
      "aria-label": words.remove(number),
      title: words.remove(number),
      disabled: off,
      onclick: (event) => {
        event.stopPropagation();
        view.send({ type: "remove", answer });
        view.focusPlot();
      },
    },
    icon("close"),
  );
}
