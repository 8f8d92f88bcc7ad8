/** A small dialog under the button that opened it; Escape and a click elsewhere close it. */

import { focusOf, h, put, show, uid } from "../core/dom";
import * as words from "../core/text";
import type { Panel, View } from "../core/view_state";
import { icon } from "./icons";
import { besides } from "./menu_behaviour";

interface Content {
  el: HTMLElement;
  sync(): void;
  /** It was opened or closed. */
  turned?(open: boolean): void;
}

export class Popover implements Panel {
  readonly el: HTMLElement;
  private readonly close: HTMLButtonElement;

  /** `opener` is read late: it may be built after its popover. */
  constructor(
    private readonly view: View,
    title: string,
    name: string,
    private readonly opener: () => HTMLElement,
    private readonly content: Content,
  ) {
    const heading = h("span", { id: uid("popover") }, title);
    const shut = {
      class: "ssc-b ssc-icon",
      type: "button",
      "aria-label": words.CLOSE,
      onclick: () => this.leave(),
    };
    this.close = h("button", shut, icon("close"));
    this.el = h(
      "div",
      { class: `ssc-pop ${name}`, role: "dialog", "aria-labelledby": heading.id, hidden: true },
      h("div", { class: "ssc-pophead" }, heading, this.close),
      content.el,
    );
    const close = (): void => {
      if (!this.el.hidden) this.set(false);
    };
    besides(view, [() => this.el, () => this.opener()], close);
  }

  toggle(): void {
    if (!this.el.hidden) return this.leave();
    this.set(true);
    const first = this.el.querySelector<HTMLElement>(
      "[data-first],input:not([disabled]),select:not([disabled])",
    );
    (first ?? this.close).focus({ preventScroll: true });
  }

  press(event: KeyboardEvent): boolean {
    if (this.el.hidden || event.key !== "Escape") return false;
    this.leave();
    return true;
  }

  sync(): void {
    if (this.el.hidden) return;
    if (this.view.state.conflict || this.view.local.disconnected) this.set(false);
    else this.content.sync();
  }

  private leave(): void {
    const held = this.el.contains(focusOf(this.el));
    this.set(false);
    if (held) this.opener().focus({ preventScroll: true });
  }

  private set(open: boolean): void {
    show(this.el, open);
    put(this.opener(), "aria-expanded", String(open));
    this.content.turned?.(open);
    if (!open) return;
    this.content.sync();
    const room = this.view.root.clientWidth - this.el.offsetWidth - 8;
    this.el.style.left = `${Math.max(8, Math.min(room, this.opener().offsetLeft))}px`;
    this.view.reveal(this.el);
  }
}
