import type { Row, Selected } from "../../contract";
import { focusOf, h, middled, put, show, whenChanged } from "../../core/dom";
import type { Panel, View } from "../../core/view_state";
import { glyph } from "../../plot/palette";
import { picture } from "../../ui/image_and_text";
import { closePanel, closer, type Folds, section } from "../../ui/section";
import * as words from "./text";

export interface SelectedTable extends Panel {
  press(event: KeyboardEvent): boolean;
}

/** `go` puts the keyboard's cursor on a point. */
export function selected(view: View, folds: Folds, go: (index: number) => void): SelectedTable {
  const part = section("ssc-selected", () => {
    folds.toggle("selected", true);
    sync();
  });
  const table = h("table", { class: "ssc-con ssc-listed", "aria-label": words.SELECTED });
  const more = h("p", { class: "ssc-muted" });
  part.body.classList.add("ssc-scroll");
  const shut = (): void => closePanel(view, { listed: false });
  const close = closer(words.CLOSE_TABLE, words.CLOSE_TABLE, shut);
  part.el.insertBefore(close, part.body);

  const sheet = h("ul", { class: "ssc-sheet", "aria-label": words.SELECTED });

  const fill = whenChanged(([shown, , images]: [Selected | null, unknown, boolean[] | null]) => {
    const held = part.body.contains(focusOf(part.body)) ? view.local.cursor : null;
    part.body.replaceChildren(...(shown ? [images ? sheet : table, more] : []));
    if (!shown) return;
    more.textContent = shown.more ? words.notListedRows(shown.more) : "";
    if (images) sheet.replaceChildren(...shown.rows.map((each) => tile(view, each, go)));
    else fillTable(table, shown, (each) => row(view, each, go));
    if (held !== null) buttonOf(part.body, held)?.focus({ preventScroll: true });
  });
  const sync = (): void => {
    const { state, local } = view;
    if (!state.selected) local.listed = false;
    const open = local.listed && !state.conflict && !local.disconnected;
    const wasOpen = !part.el.hidden;
    show(part.el, open);
    const shown = open ? state.selected : null;
    const images = state.pictures && shown ? imagesOf(view, shown) : null;
    fill([shown, state.clusters, images]);
    part.paint(words.SELECTED, [String(state.lasso?.count ?? "")], folds.isOpen("selected", true));
    if (open && !wasOpen) {
      view.reveal(part.el);
      buttons(part.body)[0]?.focus({ preventScroll: true });
    }
    for (const line of part.body.querySelectorAll("[data-row]"))
      put(line, "data-chosen", Number(line.getAttribute("data-row")) === local.cursor);
  };
  show(part.el, false);
  return { el: part.el, sync, press: (event) => move(part.body, event) };
}

/** Put the columns and rows that are shown into the table. */
function fillTable(
  table: HTMLElement,
  shown: Selected,
  line: (each: Selected["rows"][number]) => HTMLElement,
): void {
  const names = [...words.SELECTED_COLUMNS, ...shown.columns.map((name) => name || words.TEXT)];
  const head = h("tr", {}, ...names.map((name) => h("th", { scope: "col", title: name }, name)));
  put(table, "data-content", shown.columns.length === 1 ? "text" : null);
  table.replaceChildren(h("thead", {}, head), h("tbody", {}, ...shown.rows.map(line)));
}

const buttons = (table: Element): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>(".ssc-pairbtn"),
];

const buttonOf = (body: Element, index: number): HTMLElement | null =>
  body.querySelector(`[data-row="${index}"] .ssc-pairbtn`);

/** Which images have arrived. */
const imagesOf = ({ images }: View, { rows }: Selected): boolean[] =>
  rows.map(({ index }) => images.has(index));

function tile(view: View, { index, name, cluster }: Row, go: (i: number) => void): HTMLElement {
  const called = view.state.clusters.find(({ id }) => id === cluster)?.name ?? "";
  const about = { class: "ssc-pairbtn", title: `${name}, ${called}`, onfocus: () => go(index) };
  return h(
    "li",
    { "data-row": index },
    h(
      "button",
      { ...about, type: "button", onclick: () => go(index) },
      picture(view, index, ""),
      glyph(cluster, 1.15),
      h("span", {}, ...middled(name)),
      h("span", { class: "ssc-sr" }, called),
    ),
  );
}

function row(
  view: View,
  { index, name, cluster, cells }: Row,
  go: (i: number) => void,
): HTMLElement {
  const called = view.state.clusters.find(({ id }) => id === cluster)?.name ?? "";
  const about = { class: "ssc-pairbtn", type: "button", title: name, onfocus: () => go(index) };
  return h(
    "tr",
    { "data-row": index, onclick: () => go(index) },
    h("td", {}, h("button", about, ...middled(name))),
    h("td", { title: called }, glyph(cluster, 1.15), h("span", { class: "ssc-sr" }, called)),
    ...cells.map((text) =>
      h("td", { title: text }, h("span", { class: "ssc-cell ssc-num" }, text)),
    ),
  );
}

/** Arrows, Home and End go from row to row. */
function move(table: Element, event: KeyboardEvent): boolean {
  const all = buttons(table);
  const now = all.indexOf(focusOf(table) as HTMLElement);
  if (now < 0) return false;
  const to = {
    ArrowDown: Math.min(all.length - 1, now + 1),
    ArrowUp: Math.max(0, now - 1),
    Home: 0,
    End: all.length - 1,
  }[event.key];
  if (to === undefined) return false;
  all[to]?.focus();
  return true;
}
