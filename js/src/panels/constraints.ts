/** What was answered, and whether the clustering keeps it: the violated first, then the newest. */

import type { Link } from "../contract";
import * as words from "../sentences";
import { h, middled, put, whenChanged } from "../ui/dom";
import { icon, linkIcon } from "../ui/icons";
import { type Folds, section } from "../ui/section";
import { isRoomy, type Panel, type View } from "../view";

const SHOWN = 200;

/** Violated first, then newest first. */
export function sorted(links: readonly Link[]): Link[] {
  return [...links].sort((a, b) => Number(b.violated) - Number(a.violated) || b.answer - a.answer);
}

export function constraints(view: View, folds: Folds): Panel {
  const part = section("ssc-grow", () => {
    folds.toggle("constraints", isRoomy(view));
    sync();
  });
  const head = h("tr", {}, ...words.COLUMNS.map((name) => h("th", { scope: "col" }, name)));
  const rows = h("tbody", {});
  const table = h(
    "table",
    { class: "ssc-con", "aria-label": words.CONSTRAINTS },
    h("thead", {}, head),
    rows,
  );
  const hint = h("p", { class: "ssc-muted" });
  part.body.classList.add("ssc-scroll");
  part.body.append(table, hint);

  let known = new Map<string, HTMLElement>();
  const paint = whenChanged((shown: { links: Link[]; off: boolean }) => {
    const before = known;
    known = new Map();
    for (const link of shown.links) {
      const key = JSON.stringify([link, shown.off]);
      known.set(key, before.get(key) ?? row(view, link, shown.off));
    }
    arrange(rows, [...known.values()]);
  });
  const sync = (): void => {
    const { state, local } = view;
    const violated = state.links.filter((link) => link.violated).length;
    part.paint(
      words.CONSTRAINTS,
      summary(state.links.length, violated),
      folds.isOpen("constraints", isRoomy(view)),
    );
    paint({ links: sorted(state.links).slice(0, SHOWN), off: local.disconnected });
    table.hidden = !state.links.length;
    hint.textContent = remark(view);
    hint.hidden = !hint.textContent;
    for (const line of rows.children) {
      put(line, "data-chosen", Number(line.getAttribute("data-answer")) === local.row);
    }
  };
  return { el: part.el, sync };
}

/** Make these the children, in this order; those that are in place already are left alone. */
function arrange(parent: HTMLElement, wanted: HTMLElement[]): void {
  const kept = new Set<Element>(wanted);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let place = parent.firstElementChild;
  for (const child of wanted) {
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

function summary(count: number, violated: number): (Node | string)[] {
  if (!violated) return count ? [String(count)] : [];
  return [words.counted(count), h("span", { class: "ssc-bad" }, words.violated(violated))];
}

function remark({ state }: View): string {
  const { links, settings } = state;
  const title =
    settings.clusterers.find(([id]) => id === settings.clusterer)?.[1] ?? settings.clusterer;
  if (links.length && !settings.uses_constraints) return words.ignored(title);
  if (!links.length) return words.NO_CONSTRAINTS;
  return links.length > SHOWN ? words.notListed(links.length - SHOWN) : "";
}

function row(view: View, link: Link, off: boolean): HTMLElement {
  const { answer, a, b, kind, violated, soft } = link;
  const choose = (): void => view.set({ row: view.local.row === answer ? null : answer });
  const pair = h(
    "button",
    {
      class: "ssc-pairbtn ssc-num",
      type: "button",
      title: words.showPair(a, b),
      onclick: (event) => {
        event.stopPropagation();
        choose();
      },
    },
    ...middled(a),
    words.BETWEEN,
    ...middled(b),
  );
  return h(
    "tr",
    { "data-answer": answer, onclick: choose },
    h("td", { class: "ssc-num ssc-muted" }, String(answer)),
    h("td", {}, pair),
    h(
      "td",
      {},
      linkIcon(kind),
      words.KIND_NAMES[kind],
      soft ? h("span", { class: "ssc-muted" }, words.SOFT) : null,
    ),
    h("td", {}, h("span", { class: "ssc-st" }, ...verdict(violated), remover(view, answer, off))),
  );
}

function verdict(violated: boolean): Node[] {
  if (!violated) return [h("span", { class: "ssc-muted" }, words.KEPT)];
  return [
    h("span", { class: "ssc-bad" }, words.VIOLATED),
    h("span", { class: "ssc-badge", "aria-hidden": "true" }, "!"),
  ];
}

function remover(view: View, answer: number, off: boolean): HTMLElement {
  return h(
    "button",
    {
      class: "ssc-remove",
      type: "button",
      "aria-label": words.remove(answer),
      title: words.remove(answer),
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
