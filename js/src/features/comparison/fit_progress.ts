/** Progress of the other clusterer's fit, a button to cancel it, and its error. */

import type { OtherClusterer } from "../../contract";
import { h, pushButton, put, setText, show } from "../../core/dom";
import * as common from "../../core/text";
import type { View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

/** Progress is shown for fits that take longer, in milliseconds. */
const PATIENCE = 400;

export class FitProgress {
  readonly el: HTMLElement;
  private readonly text = h("span", {});
  private readonly fill = h("i", {});
  private readonly bar = h(
    "span",
    { class: "ssc-run", role: "progressbar", "aria-label": words.COMPARING },
    this.fill,
  );
  private readonly fit: HTMLElement;
  private readonly problem = h("div", {});
  private readonly alarm: HTMLElement;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: View) {
    const cancel = pushButton(
      {
        class: "ssc-b ssc-line ssc-small",
        onclick: () => view.send({ type: "compare", verb: "cancel" }),
      },
      common.CANCEL,
    );
    this.fit = h("div", { class: "ssc-row ssc-working" }, this.text, this.bar, cancel);
    this.alarm = h(
      "div",
      { class: "ssc-row ssc-refusal", "aria-live": "polite" },
      icon("warning"),
      this.problem,
    );
    this.el = h("div", {}, this.fit, this.alarm);
    view.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  paint({ fit, problem }: OtherClusterer): void {
    const running = this.view.local.disconnected ? null : fit;
    this.wait(!!running);
    setText(this.text, running?.text ?? "");
    put(this.bar, "aria-valuenow", running ? Math.round(100 * running.fraction) : null);
    this.fill.style.width = `${100 * (running?.fraction ?? 0)}%`;
    show(this.alarm, !!problem);
    setText(this.problem, problem);
  }

  private wait(running: boolean): void {
    if (running && this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    show(this.fit, false);
    if (running) this.timer = setTimeout(() => show(this.fit, true), PATIENCE);
  }
}
