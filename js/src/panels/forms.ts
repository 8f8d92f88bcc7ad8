/** The forms of a question besides the pair, and the menu that chooses one. */

import { h } from "../ui/dom";
import type { Section } from "../ui/section";
import type { Panel, View } from "../view";
import { place } from "./place";
import { ShapeMenu } from "./shapemenu";
import { sort } from "./sort";

export class Forms {
  readonly menu: ShapeMenu;
  private readonly cards;
  private readonly sorting;
  private readonly parts: Panel[];

  constructor(view: View) {
    this.menu = new ShapeMenu(view);
    this.sorting = sort(view);
    this.cards = [place(view), this.sorting];
    this.parts = [this.menu, ...this.cards];
  }

  /** Take their places in the section of the question, the menu beside the button that closes it. */
  join({ el, body }: Section, close: HTMLElement): HTMLElement {
    const head = h("div", { class: "ssc-hx" }, this.menu.button, close);
    el.insertBefore(head, body);
    body.append(...this.cards.map((card) => card.el));
    return close;
  }

  /** Give the one that is open the focus; whether one is. */
  focus(): boolean {
    const open = this.cards.find(({ el }) => !el.hidden);
    open?.focus();
    return !!open;
  }

  /** A digit is an open question's, wherever the focus is but in a box of its own. */
  press(event: KeyboardEvent): boolean {
    if (this.menu.press(event)) return true;
    if (document.activeElement?.closest("[role=dialog],[role=menu]")) return false;
    const isOpen = this.cards.some(({ el }) => !el.hidden);
    return this.cards.some((card) => card.press(event)) || (isOpen && /^\d$/.test(event.key));
  }

  /** Take the last card of a sorting back; whether there was one. */
  takeBack(): boolean {
    return this.sorting.takeBack();
  }

  sync(): void {
    for (const part of this.parts) part.sync();
  }
}
