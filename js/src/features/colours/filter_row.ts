/** The filters as chips in a row of their own, while there are any. */

import type { Filters } from "../../contract";
import { h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import type { Panel, View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

export class FilterRow implements Panel {
  readonly el = h("div", { class: "ssc-filters", role: "group", "aria-label": words.FILTERS });
  private readonly chips = h("div", { class: "ssc-chips" });
  private readonly count = h("span", { class: "ssc-filtercount ssc-num" });
  private readonly paint = whenChanged(({ chips }: Filters) =>
    this.chips.replaceChildren(...chips.map((each) => this.chip(each))),
  );

  constructor(private readonly view: View) {
    const clear = (): void => {
      view.send({ type: "filter", verb: "clear" });
      view.focusPlot();
    };
    const all = pushButton({ class: "ssc-b ssc-line ssc-small", onclick: clear }, words.CLEAR_ALL);
    this.el.append(this.chips, this.count, all);
  }

  sync(): void {
    const { filters } = this.view.state;
    const on = filters.chips.length > 0;
    show(this.el, on);
    put(this.view.root, "data-ssc-filtered", on);
    this.paint(filters);
    setText(this.count, filters.nothing || filters.count);
    for (const each of this.el.querySelectorAll("button"))
      each.disabled = this.view.local.disconnected;
  }

  private chip({ key, what, value }: Filters["chips"][number]): HTMLElement {
    const label = words.removeFilter(`${what} ${value}`);
    const drop = (): void => {
      this.view.send({ type: "filter", verb: "drop", key });
      this.view.focusPlot();
    };
    return h(
      "span",
      { class: "ssc-chip" },
      h("span", { dir: "auto", title: `${what} ${value}` }, what, " ", h("b", {}, value)),
      pushButton({ "aria-label": label, title: label, onclick: drop }, icon("close")),
    );
  }
}
