/** The field that finds points by name, number or text; the kernel searches. */

import type { Found, Match } from "../../contract";
import { focusOf, h, middled, put, setText, show, uid, whenChanged } from "../../core/dom";
import { isBlocked, type Panel, type View } from "../../core/view_state";
import { glyph } from "../../plot/palette";
import type { MenuItem } from "../../ui/popup_menu";
import * as words from "./text";

export class Find implements Panel {
  readonly el: HTMLElement;
  private readonly list = h("ul", { role: "listbox", id: uid("found"), "aria-label": words.FOUND });
  private readonly field: HTMLInputElement;
  private readonly result = h("p", { class: "ssc-muted", "aria-live": "polite" });
  private at = 0;
  private readonly fill = whenChanged((found: Found | null) => this.offer(found));

  /** `go` puts the keyboard's cursor on a point. */
  constructor(
    private readonly view: View,
    private readonly go: (index: number) => void,
  ) {
    this.field = h("input", {
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: words.FIND_PLACEHOLDER,
      "aria-label": words.FIND,
      "aria-controls": this.list.id,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      oninput: () => this.look(),
    });
    const about = { role: "search", "aria-label": words.FIND, hidden: true };
    this.el = h("div", { class: "ssc-pop ssc-find", ...about }, this.field, this.list, this.result);
    const outside = (event: Event): void => {
      if (!event.composedPath().includes(this.el)) show(this.el, false);
    };
    window.addEventListener("pointerdown", outside, { capture: true, signal: view.signal });
  }

  open(): void {
    if (isBlocked(this.view)) return;
    show(this.el, true);
    this.field.focus({ preventScroll: true });
    this.field.select();
    this.look();
  }

  press(event: KeyboardEvent): boolean {
    if (this.el.hidden || focusOf(this.field) !== this.field) return false;
    const options = this.list.children.length;
    if (event.key === "Escape") this.leave();
    else if (event.key === "Enter") this.choose(this.at);
    else if (event.key === "ArrowDown") this.mark((this.at + 1) % (options || 1));
    else if (event.key === "ArrowUp") this.mark((this.at + options - 1) % (options || 1));
    else return false;
    return true;
  }

  sync(): void {
    if (isBlocked(this.view)) show(this.el, false);
    const { found } = this.view.local;
    this.fill(found?.text === this.field.value ? found : null);
  }

  private look(): void {
    this.at = 0;
    const { value } = this.field;
    if (value.trim()) this.view.send({ type: "find", text: value });
    else this.view.set({ found: null });
  }

  private offer(found: Found | null): void {
    const matches = found?.matches ?? [];
    this.list.replaceChildren(...matches.map((match, place) => this.option(match, place)));
    show(this.list, matches.length > 0);
    put(this.field, "aria-expanded", String(matches.length > 0));
    setText(this.result, found ? said(found) : "");
    this.mark(Math.min(this.at, Math.max(0, matches.length - 1)));
  }

  private option({ name, cluster, text }: Match, place: number): HTMLElement {
    const choose = { onclick: () => this.choose(place), title: text || name };
    const about = { role: "option", id: `${this.list.id}-${place}`, "aria-selected": "false" };
    return h(
      "li",
      { ...about, ...choose },
      glyph(cluster, 1.15),
      ...middled(name),
      h("small", {}, text),
    );
  }

  private mark(place: number): void {
    this.at = place;
    const options = [...this.list.children];
    for (const [i, option] of options.entries()) put(option, "aria-selected", String(i === place));
    put(this.field, "aria-activedescendant", options[place]?.id);
    options[place]?.scrollIntoView?.({ block: "nearest" });
  }

  private choose(place: number): void {
    const match = this.view.local.found?.matches[place];
    if (!match || this.view.local.found?.text !== this.field.value) return;
    this.leave();
    this.go(match.index);
  }

  private leave(): void {
    show(this.el, false);
    if (this.view.local.found?.unread) this.view.send({ type: "find", text: "" });
    this.view.focusPlot();
  }
}

const said = ({ matches: { length }, more, unread }: Found): string =>
  (length ? words.matches(length, more) : unread ? words.NONE_YET : words.NOT_FOUND) +
  words.unread(unread);

export const findItem = ({ state }: View, search: Find): MenuItem => ({
  label: words.FIND,
  icon: "find",
  key: state.keys.find,
  run: () => search.open(),
});
