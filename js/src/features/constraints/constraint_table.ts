/** The table of constraints, with the switch that allows exceptions. */

import type { Link } from "../../contract";
import { h, pushButton, put, setText, show, uid } from "../../core/dom";
import * as common from "../../core/text";
import { isOff, type Panel, unfitted, type View } from "../../core/view_state";
import type { SideSection } from "../../page/side_sections";
import { painter } from "./constraint_rows";
import { rowsOf } from "./grouped_rows";
import { linksShown } from "./links_shown";
import * as words from "./text";

const SHOWN = 200;
/** The clusterer that is offered in place of one that ignores constraints: the default. */
const KEEPS_LINKS = "adaptivepckmeans";
/** With so many rows the table follows one frame after the plot. */
const MANY = 60;

/** A choice of whose answers are listed; `changed` is called when it changes. */
type AnswerFilter = (changed: () => void) => {
  readonly el: HTMLElement;
  of(links: readonly Link[]): readonly Link[];
};

/** Fills the section of the constraints. */
export function constraints(
  view: View,
  { el, body }: SideSection,
  filter: AnswerFilter,
): Pick<Panel, "sync"> {
  const rows = h("tbody", {});
  const table = tableOf(rows);
  const hint = h("p", { class: "ssc-muted" });
  const instead = keepsLinks(view);
  const price = h("p", { class: "ssc-muted", id: uid("softly") });
  const soft = softly(view, price.id);
  el.insertBefore(soft.el, body);
  const shown = linksShown(view);
  const who = filter(() => sync());
  const filters = h("div", { class: "ssc-linkfilters" }, shown.el, who.el);
  body.append(filters, table, hint, instead.el, price);

  const open = new Set<number>();
  const paint = painter(view, rows, (action) => {
    if (!open.delete(action)) open.add(action);
    fill();
  });
  let [waits, notListed] = [false, 0];
  /** The links themselves, and what else the rows are made of. */
  let drawn: readonly unknown[] = [];
  const sync = (): void => {
    if (rows.childElementCount < MANY) return fill();
    if (!waits) afterPaint(fill);
    waits = true;
  };
  const fill = (): void => {
    waits = false;
    const { state, local } = view;
    const [links, off, inTheWay] = [who.of(state.links), isOff(view), unfitted(view)?.answers];
    const asked = [...links, off, inTheWay, ...open];
    if (asked.length !== drawn.length || asked.some((each, k) => each !== drawn[k])) {
      drawn = asked;
      const all = rowsOf(links, open);
      paint({ rows: all.slice(0, SHOWN), off, inTheWay: inTheWay ?? [] });
      notListed = all.length - SHOWN;
    }
    table.hidden = !state.links.length;
    setText(hint, remark(view, notListed));
    show(hint, !!hint.textContent);
    for (const part of [instead, soft, shown]) part.sync();
    setText(price, state.settings.softly_help);
    show(price, state.settings.softly);
    choose(rows, local.row);
  };
  return { sync };
}

function tableOf(rows: HTMLElement): HTMLElement {
  const head = h("tr", {}, ...words.COLUMNS.map((name) => h("th", { scope: "col" }, name)));
  const named = { class: "ssc-con", "aria-label": common.CONSTRAINTS };
  return h("table", named, h("thead", {}, head), rows);
}

/** Highlight the row whose pair is shown on the plot. */
function choose(rows: HTMLElement, chosen: number | null): void {
  for (const line of rows.children) {
    put(line, "data-chosen", Number(line.getAttribute("data-answer")) === chosen);
  }
}

function remark({ state }: View, notListed: number): string {
  const { links, settings } = state;
  const title =
    settings.clusterers.find(([id]) => id === settings.clusterer)?.[1] ?? settings.clusterer;
  if (links.length && !settings.uses_constraints) return words.ignored(title);
  if (!links.length) return words.NO_CONSTRAINTS;
  return notListed > 0 ? words.notListed(notListed) : "";
}

/** The button that takes another clusterer in place of one that ignores constraints. */
function keepsLinks(view: View): Panel {
  const take = (): void => view.send({ type: "set", what: "clusterer", value: KEEPS_LINKS });
  const el = pushButton({ class: "ssc-b ssc-line ssc-small", onclick: take });
  const sync = (): void => {
    const { settings, links } = view.state;
    const other = settings.clusterers.find(([id]) => id === KEEPS_LINKS)?.[1] ?? "";
    show(el, !settings.uses_constraints && !!other && links.length > 0);
    setText(el, words.insteadUse(other));
    el.disabled = isOff(view);
  };
  return { el, sync };
}

/** The switch in the head: whether new answers are recorded as soft. */
function softly(view: View, about: string): Panel {
  const el = pushButton(
    {
      class: "ssc-b ssc-line ssc-small ssc-softly",
      "aria-label": words.ALLOW_EXCEPTIONS,
      "aria-describedby": about,
      onclick: () => view.send({ type: "softly", value: !view.state.settings.softly }),
    },
    h("span", { class: "ssc-opt" }, words.ALLOW),
    ` ${words.EXCEPTIONS}`,
  );
  const sync = (): void => {
    const { softly: on, softly_help: help } = view.state.settings;
    put(el, "aria-pressed", String(on));
    put(el, "title", help);
    el.disabled = isOff(view);
  };
  return { el, sync };
}

/** Longest wait, in milliseconds. */
const PATIENCE = 200;

/** Call `work` after the next frame is on the screen, as soon as the page is idle. */
export function afterPaint(work: () => void): void {
  const { requestIdleCallback: idle } = window as Partial<Window>;
  const next = (then: () => void): number => requestAnimationFrame(then);
  next(() =>
    next(() => {
      if (idle) idle(() => work(), { timeout: PATIENCE });
      else setTimeout(work);
    }),
  );
}
