/** A field for the reason for which rows are left out. */

import { focusOf, h, pushButton, setText, show } from "../../core/dom";
import { CANCEL } from "../../core/text";
import type { View } from "../../core/view_state";
import * as words from "./text";

export class ReasonForm {
  readonly el: HTMLElement;
  private readonly title = h("b", {});
  private readonly field = h("input", {
    type: "text",
    class: "ssc-reasonfield",
    dir: "auto",
    maxlength: 200,
    "aria-label": words.REASON,
    placeholder: words.REASON,
  });
  private rows: readonly number[] = [];

  constructor(
    private readonly view: View,
    /** Called once it is closed. */
    private readonly closed: () => void,
  ) {
    const send = h("button", { type: "submit", class: "ssc-b ssc-main" });
    send.append(words.LEAVE_OUT_NOW, h("kbd", { "aria-hidden": "true" }, "Enter"));
    const cancel = pushButton({ class: "ssc-b ssc-line", onclick: () => this.close() }, CANCEL);
    const buttons = h("div", { class: "ssc-row" }, send, cancel);
    const about = { class: "ssc-reason", onsubmit: (event: Event) => this.send(event) };
    this.el = h("form", about, this.title, this.field, buttons);
    show(this.el, false);
  }

  get isOpen(): boolean {
    return !this.el.hidden;
  }

  /** Ask for the reason for which these rows are left out. */
  open(rows: readonly number[]): void {
    this.rows = rows;
    this.field.value = "";
    setText(this.title, words.leaving(rows.length));
    this.el.setAttribute("aria-label", words.leaving(rows.length));
    show(this.el, true);
    this.field.focus({ preventScroll: true });
  }

  /** Escape keeps the rows. */
  press(event: KeyboardEvent): boolean {
    if (!this.isOpen || event.key !== "Escape" || !this.el.contains(focusOf(this.el))) return false;
    this.close();
    return true;
  }

  close(): void {
    if (!this.isOpen) return;
    show(this.el, false);
    this.closed();
  }

  private send(event: Event): void {
    event.preventDefault();
    const indices = [...this.rows];
    this.view.send({ type: "leave_out", indices, reason: this.field.value });
    this.close();
  }
}
