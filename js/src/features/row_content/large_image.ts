/** One image over the plot, as large as possible. */

import { focusOf, h, pushButton, show } from "../../core/dom";
import * as common from "../../core/text";
import { facesOf, type Panel, type View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import { drawn } from "../../ui/image_and_text";
import * as words from "./text";

export class LargeImage implements Panel {
  readonly el: HTMLElement;
  private readonly slot = h("div", { class: "ssc-large-image" });
  private readonly close: HTMLButtonElement;
  private row: number | null = null;
  /** Whether the image is of a row that is asked about, and goes with the question. */
  private asked = false;
  private opener: HTMLElement | null = null;

  constructor(private readonly view: View) {
    const shut = (): void => this.leave();
    const about = { "aria-label": words.CLOSE_IMAGE, title: words.CLOSE_IMAGE_HINT };
    this.close = pushButton({ class: "ssc-b ssc-icon", ...about }, icon("close"));
    this.el = h(
      "div",
      { class: "ssc-large", role: "dialog", hidden: true, onclick: shut },
      this.slot,
      this.close,
    );
  }

  open(row: number, name: string): void {
    const src = this.view.images.get(row);
    if (!src) return;
    this.opener = focusOf(this.el) as HTMLElement | null;
    this.row = row;
    this.asked = this.isAsked();
    this.el.setAttribute("aria-label", common.imageOf(name));
    show(this.el, true);
    this.slot.replaceChildren(drawn(src, common.pointName(name)));
    this.close.focus({ preventScroll: true });
  }

  press(event: KeyboardEvent): boolean {
    if (this.el.hidden || event.key !== "Escape") return false;
    this.leave();
    return true;
  }

  sync(): void {
    if (!this.el.hidden && this.asked && !this.isAsked()) this.leave();
  }

  private isAsked(): boolean {
    const { state } = this.view;
    const { question } = state;
    const rows = question ? [question.i, question.j] : facesOf(state).map(({ i }) => i);
    return this.row !== null && rows.includes(this.row);
  }

  private leave(): void {
    const held = this.el.contains(focusOf(this.el));
    show(this.el, false);
    this.slot.replaceChildren();
    this.row = null;
    if (held && this.opener?.isConnected) this.opener.focus({ preventScroll: true });
    else if (held) this.view.focusPlot();
  }
}
