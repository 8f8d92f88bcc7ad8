/** A line over the question: it is kept among the points that two clusterings place differently. */

import { h, say, show } from "../../core/dom";
import type { Panel, View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

export class Among implements Panel {
  readonly el: HTMLElement;
  private readonly text: HTMLButtonElement;

  constructor(private readonly view: View) {
    this.text = h("button", {
      class: "ssc-pairbtn",
      type: "button",
      title: words.BACK_TO_COMPARISON,
      onclick: () => view.set({ hand: { kind: "compare" } }),
    });
    const all = h(
      "button",
      {
        class: "ssc-b ssc-icon ssc-small",
        type: "button",
        "aria-label": words.ASK_ALL,
        title: words.ASK_ALL,
        onclick: () => {
          view.send({ type: "compare", verb: "ask_all", looking: false });
          view.focusPlot();
        },
      },
      icon("close"),
    );
    this.el = h("div", { class: "ssc-among", hidden: true }, this.text, all);
  }

  sync(): void {
    const { state, local } = this.view;
    const { compared } = state;
    show(this.el, !!compared?.asking && local.hand === null);
    if (compared?.found) say(this.text, words.amongThese(compared.found.n_differ));
  }
}
