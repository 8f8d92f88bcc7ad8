/** Where the drawn point belongs: cards by digits, nine at a time, none of them, or don't know. */

import type { CheckFace, CheckStep } from "../../contract";
import { h, pushButton, put, setText, show } from "../../core/dom";
import type { View } from "../../core/view_state";
import { linkIcon } from "../../ui/icons";
import { small, spoken } from "./check_card";
import { CardFinder } from "./check_finder";
import { verb } from "./check_sorting";
import * as words from "./text";

const AT_ONCE = 9;
/** Of more cards the farther ones are not shown. */
const MOST = 27;

export class Placing {
  readonly el = h("div", { class: "ssc-cards" });
  readonly buttons: HTMLElement[];
  readonly finder: CardFinder;
  private readonly same: HTMLElement;
  private readonly none = verb("", "0", () => this.give(null));
  private readonly unknown: HTMLElement;
  private step: CheckStep | null = null;
  private from = 0;
  /** The question that was answered, until the next one comes. */
  private answered = "";

  constructor(
    private readonly view: View,
    private readonly said: () => void,
    join: () => void,
  ) {
    this.finder = new CardFinder(view, (row) => this.give(row));
    this.same = verb(words.SOME_SAME, words.SOME_SAME_KEY, join).el;
    const aside = h("span", { class: "ssc-muted" }, words.NOT_COUNTED);
    const key = h("kbd", { "aria-hidden": "true" }, "S");
    const onclick = (): void => this.give("unknown");
    const text = h("span", {}, words.UNKNOWN);
    this.unknown = pushButton(
      { "aria-keyshortcuts": "S", onclick },
      linkIcon("unknown"),
      text,
      key,
      aside,
    );
    this.buttons = [this.finder.el, this.none.el, this.unknown, this.same];
  }

  /** The cards that can be chosen now. */
  get shown(): readonly CheckFace[] {
    return this.step?.cards.slice(this.from, this.from + AT_ONCE) ?? [];
  }

  paint(step: CheckStep): void {
    if (step.key !== this.step?.key) this.from = 0;
    this.step = step;
    this.answered = "";
    put(this.el, "data-content", step.cards.some(({ content }) => content.image) ? "image" : null);
    this.el.replaceChildren(
      ...this.shown.map((face, k) =>
        pushButton(
          {
            "aria-keyshortcuts": String(k + 1),
            "aria-label": spoken(words.like(face.name), face),
            onclick: () => this.give(face.i),
          },
          h("kbd", { "aria-hidden": "true" }, String(k + 1)),
          h("b", { title: face.name }, words.like(face.name)),
          ...small(this.view, face),
        ),
      ),
    );
    setText(this.none.text, words.none(this.left));
    this.finder.paint(step);
    show(this.same, step.others > 0);
  }

  press(key: string): boolean {
    const face = /^[1-9]$/.test(key) ? this.shown[Number(key) - 1] : undefined;
    if (face) this.give(face.i);
    else if (key === "0") this.give(null);
    else if (key.toLowerCase() === "s") this.give("unknown");
    else if (key.toUpperCase() === words.ANOTHER_KEY) return this.finder.open();
    else return /^\d$/.test(key);
    return true;
  }

  /** How many cards follow those shown. */
  private get left(): number {
    const number = Math.min(this.step?.cards.length ?? 0, MOST);
    return Math.max(0, Math.min(AT_ONCE, number - this.from - AT_ONCE));
  }

  private give(choice: number | "unknown" | null): void {
    const { step } = this;
    if (!step || this.answered === step.key || this.view.state.conflict) return;
    if (choice === null && this.left) {
      this.from += AT_ONCE;
      this.paint(step);
      this.el.parentElement?.focus({ preventScroll: true });
      return;
    }
    this.answered = step.key;
    this.said();
    this.view.send({ type: "place_checked", key: step.key, choice });
  }
}
