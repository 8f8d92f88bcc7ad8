/** The titles of the axes while they show two features: menus of the columns. */

import { h, show, whenChanged } from "../../core/dom";
import { isBlocked, type Panel, type View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

const WAYS = [0, 1] as const;

export class AxisTitles implements Panel {
  readonly el: HTMLElement;
  private readonly selects: HTMLSelectElement[];
  private expected = false;
  private readonly fill = whenChanged((names: readonly string[]) => {
    for (const select of this.selects)
      select.replaceChildren(...names.map((name) => h("option", {}, name)));
  });

  constructor(
    private readonly view: View,
    /** The parent of the titles that these replace. */
    private readonly over: HTMLElement,
  ) {
    this.selects = WAYS.map((way) => {
      const label = way ? words.UP : words.ACROSS;
      return h("select", { "aria-label": label, onchange: () => this.choose(way) });
    });
    const boxes = this.selects.map((select, way) => {
      const box = h("span", { class: "ssc-sel" }, select, icon("chevronDown"));
      return h("div", { class: way ? "ssc-up" : "ssc-across" }, box);
    });
    this.el = h("div", { class: "ssc-axtitles", hidden: true }, ...boxes);
  }

  expect(): void {
    this.expected = true;
  }

  sync(): void {
    const { state, local, columns } = this.view;
    const { name, columns: chosen } = state.projections;
    const open = name === "features" && columns.length > 1;
    this.over.toggleAttribute("data-features", open);
    show(this.el, open);
    if (!open) return;
    this.fill(columns);
    this.selects.forEach((select, way) => {
      select.selectedIndex = chosen[way] ?? 0;
      select.disabled = isBlocked(this.view);
    });
    if (this.expected && !local.disconnected) this.selects[0]?.focus({ preventScroll: true });
    this.expected = false;
  }

  private choose(way: 0 | 1): void {
    const before = this.view.state.projections.columns;
    const columns: [number, number] = [...before];
    columns[way] = this.selects[way]?.selectedIndex ?? before[way];
    // one feature against itself is a line: the other axis takes what this one had
    if (columns[way] === before[1 - way]) columns[1 - way] = before[way];
    this.view.send({ type: "axes", name: "features", columns });
  }
}
