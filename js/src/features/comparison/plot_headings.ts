/** The headings of the two plots of the comparison, and the button that swaps the clusterers. */

import type { OtherClusterer } from "../../contract";
import { h, pushButton, put, setText, whenChanged } from "../../core/dom";
import { isBlocked, type View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import { type Choosable, optionGroups } from "../../ui/option_groups";
import * as words from "./text";

export class Heads {
  readonly els: readonly HTMLElement[];
  private readonly mine = h("b", {});
  private readonly select: HTMLSelectElement;
  private readonly use: HTMLButtonElement;
  private readonly fill = whenChanged((options: readonly Choosable[]) => {
    this.select.replaceChildren(...optionGroups(options));
  });

  constructor(
    private readonly view: View,
    opener: HTMLElement,
  ) {
    this.select = h("select", {
      "aria-label": words.OTHER_CLUSTERER,
      onchange: () => view.send({ type: "compare", verb: "clusterer", value: this.select.value }),
    });
    this.use = pushButton(
      {
        class: "ssc-b ssc-main",
        onclick: () => {
          view.send({ type: "compare", verb: "use" });
          view.focusPlot();
        },
      },
      words.USE_THIS,
    );
    const muted = h("span", { class: "ssc-muted" }, words.IN_USE);
    const choice = h("span", { class: "ssc-sel" }, this.select, icon("chevronDown"));
    this.els = [
      h("div", { class: "ssc-hd" }, this.mine, muted),
      h("div", { class: "ssc-hd" }, choice, opener, this.use),
    ];
  }

  paint({ clusterer, titles, found, stale }: OtherClusterer): void {
    const { settings } = this.view.state;
    const known = settings.clusterers.some(([id]) => id === clusterer);
    setText(this.mine, titles[0]);
    put(this.mine, "title", titles[0]);
    const options: readonly Choosable[] = settings.clusterers;
    this.fill(known ? options : [...options, [clusterer, titles[1]]]);
    this.select.value = clusterer;
    put(this.select, "title", titles[1]);
    const off = isBlocked(this.view);
    this.select.disabled = off;
    this.use.disabled = off || !found || stale;
  }
}
