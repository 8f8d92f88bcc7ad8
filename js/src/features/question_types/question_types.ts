/** The cards of placement and sorting questions, and the menu of question types. */

import { focusOf } from "../../core/dom";
import type { KeyHandler } from "../../core/lazy_bundle";
import { openAsked, type Panel, type View } from "../../core/view_state";
import type { Enlarge } from "./card_content";
import { place } from "./placement";
import { sort } from "./sorting";
import { typeMenu } from "./type_menu";

export class QuestionTypes implements KeyHandler {
  readonly menu;
  private readonly cards;
  private readonly sorting;
  private readonly parts: Pick<Panel, "sync">[];

  /** `batch` lists the pairs that were proposed together. */
  constructor(
    private readonly view: View,
    button: HTMLElement,
    enlarge: Enlarge,
    private readonly batch: Panel & KeyHandler & { readonly el: HTMLElement },
  ) {
    this.menu = typeMenu(view, button);
    this.sorting = sort(view, enlarge);
    this.cards = [place(view, enlarge), this.sorting];
    this.parts = [this.menu, this.batch, ...this.cards];
  }

  /** The cards in the section of the question. */
  get elements(): HTMLElement[] {
    return [this.batch.el, ...this.cards.map((card) => card.el)];
  }

  focus(): boolean {
    const open = this.cards.find(({ el }) => !el.hidden);
    open?.focus();
    return !!open;
  }

  /** A digit belongs to the open question, unless the focus is in a field. */
  press(event: KeyboardEvent): boolean {
    if (this.menu.press(event)) return true;
    if (focusOf(this.menu.el)?.closest("[role=dialog],[role=menu]")) return false;
    if (!openAsked(this.view)) return false;
    if (this.batch.press(event)) return true;
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
