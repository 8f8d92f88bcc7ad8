/** A field that finds the card of a cluster that is not shown, by its name; the kernel searches. */

import type { CheckStep, FoundCard, FoundCards } from "../../contract";
import { focusOf, h, put, show, uid } from "../../core/dom";
import type { View } from "../../core/view_state";
import { anyIcon } from "../../ui/lazy_icons";
import { small, spoken } from "./check_card";
import * as words from "./text";

/** Milliseconds after the last key until the kernel is asked. */
const PAUSE = 150;

export class CardFinder {
  readonly el: HTMLElement;
  private readonly field: HTMLInputElement;
  private readonly list = h("ul", {
    ...{ role: "listbox", id: uid("cards"), "aria-label": words.ANOTHER },
    onmousedown: (event: Event) => event.preventDefault(), // the focus stays in the field
  });
  private step: CheckStep | null = null;
  private found: readonly FoundCard[] = [];
  /** What had been typed when these were found. */
  private foundBy = "";
  private at = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: View,
    private readonly give: (row: number) => void,
  ) {
    this.field = h("input", {
      ...{ type: "text", role: "combobox", dir: "auto", autocomplete: "off", spellcheck: "false" },
      ...{ "aria-label": words.ANOTHER, placeholder: words.ANOTHER },
      ...{ "aria-controls": this.list.id, "aria-autocomplete": "list", "aria-expanded": "false" },
      "aria-keyshortcuts": words.ANOTHER_KEY,
      onfocus: () => this.ask(),
      onblur: () => this.offer([]),
      oninput: () => this.typed(),
    });
    const key = h("kbd", { "aria-hidden": "true" }, words.ANOTHER_KEY);
    const field = h("div", { class: "ssc-searchfield" }, anyIcon("find"), this.field, key);
    this.el = h("div", { class: "ssc-another" }, field, this.list);
    view.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  get isTyping(): boolean {
    return focusOf(this.field) === this.field;
  }

  open(): boolean {
    if (!this.step?.others) return false;
    this.field.focus({ preventScroll: true });
    this.field.select();
    return true;
  }

  paint(step: CheckStep): void {
    if (step.key !== this.step?.key) this.clear();
    this.step = step;
    show(this.el, step.others > 0);
    this.fill();
  }

  /** A key pressed in the field; whether it was used. */
  press(key: string): boolean {
    const chosen = this.found[this.at];
    if (key === "ArrowDown") this.go(1);
    else if (key === "ArrowUp") this.go(-1);
    else if (key !== "Enter") return false;
    else if (chosen && this.foundBy === this.field.value) this.give(chosen.face.i);
    return true;
  }

  clear(): void {
    clearTimeout(this.timer);
    this.field.value = "";
    this.offer([]);
  }

  receive({ key, text, cards, status }: FoundCards): void {
    if (key !== this.step?.key || text !== this.field.value || !this.isTyping) return;
    const again = cards.map(({ face }) => face.i).join() === this.rows.join();
    if (!again) this.at = 0;
    this.foundBy = text;
    this.offer(cards);
    this.el.scrollIntoView?.({ block: "nearest" });
    if (!again) this.view.announce(status);
  }

  private offer(found: readonly FoundCard[]): void {
    this.found = found;
    this.fill();
  }

  private get rows(): readonly number[] {
    return this.found.map(({ face }) => face.i);
  }

  private typed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  private ask(): void {
    clearTimeout(this.timer);
    if (!this.step) return;
    this.view.send({ type: "search_cards", key: this.step.key, text: this.field.value });
  }

  private go(by: number): void {
    this.at = Math.min(Math.max(this.at + by, 0), Math.max(this.found.length - 1, 0));
    this.mark();
  }

  private fill(): void {
    this.list.replaceChildren(
      ...this.found.map(({ cluster, face }, k) =>
        h(
          "li",
          {
            ...{ role: "option", id: `${this.list.id}-${k}`, title: cluster },
            "aria-label": spoken(cluster, face),
            onclick: () => this.give(face.i),
          },
          h("b", { dir: "auto" }, cluster),
          ...small(this.view, face),
        ),
      ),
    );
    show(this.list, this.found.length > 0);
    put(this.field, "aria-expanded", String(this.found.length > 0));
    this.mark();
  }

  private mark(): void {
    const options = [...this.list.children];
    for (const [k, option] of options.entries())
      put(option, "aria-selected", String(k === this.at));
    put(this.field, "aria-activedescendant", options[this.at]?.id ?? null);
    options[this.at]?.scrollIntoView?.({ block: "nearest" });
  }
}
