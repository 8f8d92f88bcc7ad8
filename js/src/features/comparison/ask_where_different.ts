/** The line above the question: only differing points are asked about. */

import { h, pushButton, setText, show } from "../../core/dom";
import type { Panel, View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

export class Among implements Panel {
  readonly el: HTMLElement;
  private readonly text: HTMLButtonElement;

  constructor(private readonly view: View) {
    this.text = pushButton({
      class: "ssc-pairbtn",
      title: words.BACK_TO_COMPARISON,
      onclick: () => view.set({ openPanel: { kind: "compare" } }),
    });
    const all = pushButton(
      {
        class: "ssc-b ssc-icon ssc-small",
        "aria-label": words.ASK_ALL,
        title: words.ASK_ALL,
        onclick: () => {
          view.send({ type: "compare", verb: "ask_all", looking: false });
          view.focusPlot();
        },
      },
      icon("close"),
    );
    this.el = h("div", { class: "ssc-askwhere", hidden: true }, this.text, all);
  }

  sync(): void {
    const { state, local } = this.view;
    const { compared } = state;
    show(this.el, !!compared?.asking && local.openPanel === null);
    if (compared?.found) setText(this.text, words.amongThese(compared.found.n_differ));
  }
}
