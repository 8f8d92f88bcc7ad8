/** Which cards are the same: they are chosen by digits and put on piles; the others are different. */

import type { CheckStep } from "../../contract";
import { focusOf, h, pushButton, put, setText } from "../../core/dom";
import { pointName } from "../../core/text";
import type { View } from "../../core/view_state";
import { small, spoken } from "./check_card";
import * as words from "./text";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class CardSorting {
  readonly el = h("div", { class: "ssc-cards" });
  readonly buttons: HTMLElement[];
  /** Those that say which of the cards are the same, and no more. */
  readonly joining: HTMLElement[];
  private readonly same = verb(words.SAME, words.SAME_KEY, () => this.join());
  private readonly other = verb(words.OTHER, words.OTHER_KEY, () => this.exchange());
  private readonly done = verb("", words.DONE_KEY, () => this.finish());
  private readonly chosen = new Set<number>();
  private piles: number[][] = [];
  private step: CheckStep | null = null;

  constructor(
    private readonly view: View,
    private readonly finished: () => void,
  ) {
    this.buttons = [this.same, this.other, this.done].map(({ el }) => el);
    this.joining = [this.same.el, this.done.el];
  }

  paint(step: CheckStep): void {
    if (step.key !== this.step?.key) {
      this.chosen.clear();
      const rows = new Set(step.cards.map(({ i }) => i));
      const left = this.piles.map((pile) => pile.filter((row) => rows.has(row)));
      this.piles = left.filter((pile) => pile.length > 1);
    }
    this.step = step;
    const known = new Set(step.known);
    put(this.el, "data-content", step.cards.some(({ content }) => content.image) ? "image" : null);
    this.el.replaceChildren(
      ...step.cards.map((face, k) => {
        const pile = this.piles.findIndex((rows) => rows.includes(face.i));
        const letter = LETTERS[pile % LETTERS.length] ?? "";
        const marks = [pile < 0 ? "" : words.samePile(letter), known.has(face.i) && words.KNOWN];
        const label = [spoken(pointName(face.name), face), ...marks].filter(Boolean).join(", ");
        const pressed = String(this.chosen.has(face.i));
        return pushButton(
          { "aria-pressed": pressed, "aria-label": label, onclick: () => this.choose(face.i) },
          k < 9 && h("kbd", { "aria-hidden": "true" }, String(k + 1)),
          letter && h("span", { class: "ssc-pilemark", "aria-hidden": "true" }, letter),
          h("b", { title: face.name }, face.name),
          ...small(this.view, face),
        );
      }),
    );
    setText(this.done.text, words.done(this.piles.length));
  }

  press(key: string): boolean {
    const face = /^[1-9]$/.test(key) ? this.step?.cards[Number(key) - 1] : undefined;
    if (face) this.choose(face.i);
    else if (key.toUpperCase() === words.SAME_KEY) this.join();
    else if (key.toUpperCase() === words.OTHER_KEY) this.exchange();
    else if (key === words.DONE_KEY) this.finish();
    else return false;
    return true;
  }

  /** The focus stays on a card that was clicked; a digit leaves it where it is. */
  private choose(row: number): void {
    const held = [...this.el.children].indexOf(focusOf(this.el) as Element);
    const pile = this.piles.find((rows) => rows.includes(row));
    if (pile) this.piles = this.piles.filter((each) => each !== pile);
    else if (!this.chosen.delete(row)) this.chosen.add(row);
    this.repaint(held);
  }

  private join(): void {
    if (this.chosen.size < 2) return this.view.announce(words.CHOSEN_TWO);
    this.piles.push([...this.chosen]);
    this.chosen.clear();
    this.repaint();
  }

  private exchange(): void {
    const { step } = this;
    const [row] = this.chosen;
    if (!step || row === undefined || this.chosen.size > 1 || step.known.includes(row))
      return this.view.announce(words.CHOSEN_ONE);
    this.view.send({ type: "exchange_card", key: step.key, row });
  }

  private finish(): void {
    if (this.step)
      this.view.send({ type: "sort_cards", key: this.step.key, piles: [...this.piles] });
    this.finished();
  }

  private repaint(held = -1): void {
    if (this.step) this.paint(this.step);
    const card = this.el.children[held] as HTMLElement | undefined;
    card?.focus({ preventScroll: true });
  }
}

export function verb(label: string, key: string, onclick: () => void) {
  const text = h("span", {}, label);
  const kbd = key ? h("kbd", { "aria-hidden": "true" }, key) : null;
  const el = pushButton({ "aria-keyshortcuts": key || null, onclick }, text, kbd);
  return { el, text };
}
