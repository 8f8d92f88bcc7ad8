/** The comparison of two steps of the history, and the points that differ. */

import type { Moment } from "../../contract";
import { h, pushButton, put, setText, show } from "../../core/dom";
import * as words from "./text";

export class StepComparison {
  readonly el: HTMLElement;
  /** The step compared with; null for the present one. */
  step: number | null = null;
  /** Whether the points that differ are marked. */
  on = false;
  private readonly hint = h("p", { class: "ssc-muted" });
  private readonly marks = pushButton({
    class: "ssc-b ssc-line ssc-small ssc-differs",
    onclick: () => this.set(this.step, !this.on),
  });
  private readonly other = pushButton({ class: "ssc-b ssc-line ssc-small" });

  /** `changed` is called when the other step or the marked points change. */
  constructor(private readonly changed: () => void) {
    this.el = h("div", {}, this.hint, h("div", { class: "ssc-row" }, this.marks, this.other));
  }

  set(step: number | null, on = true): void {
    this.step = step;
    this.on = on;
    this.changed();
  }

  drop(): void {
    this.step = null;
    this.on = false;
  }

  tell(moment: Moment): void {
    const { step, compared, differ } = moment;
    const itself = compared?.step === step;
    const found = words.differing(differ.length, compared?.place);
    setText(this.hint, itself ? words.chooseCompared(compared.place) : `${found}.`);
    show(this.hint, !!compared && !differ.length);
    setText(this.marks, found);
    put(this.marks, "aria-pressed", String(this.on));
    show(this.marks, differ.length > 0);
    setText(this.other, compared ? words.COMPARE_NOW : words.COMPARE_PAST);
    put(this.other, "title", compared ? null : words.COMPARE_HINT);
    this.other.onclick = () => this.set(compared ? null : step);
  }
}

/** The text of the slider for a step. */
export const placed = ({ place, compared, differ }: Moment): string =>
  compared ? `${place}, ${words.differing(differ.length, compared.place)}` : place;
