/** The card of a sorting question: points are put on piles by key, click or drag. */

import type { Sorting } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, uid, whenChanged } from "../../core/dom";
import * as common from "../../core/text";
import { facesOf, nameOf, type Shaped, type View } from "../../core/view_state";
import { once } from "../../input/actions";
import { type Enlarge, hasContent, here, shown } from "./card_content";
import { Dragging } from "./card_drag";
import * as piles from "./piles";
import { Table } from "./sorting_cards";
import * as words from "./text";

/** Number of half-sorted questions kept for undo. */
const KEPT = 50;

export interface SortPanel extends Shaped {
  takeBack(): boolean;
}

export function sort(view: View, enlarge: Enlarge): SortPanel {
  const panel = new Sorter(view, enlarge);
  return {
    el: panel.el,
    focus: () => panel.focus(),
    press: (event) => panel.press(event),
    sync: () => panel.sync(),
    takeBack: () => panel.takeBack(),
  };
}

class Sorter {
  readonly el: HTMLElement;
  private readonly title = h("p", { class: "ssc-qtitle", id: uid("question") });
  private readonly hint = h("p", { class: "ssc-muted ssc-hint" });
  private readonly tray = h("div", { class: "ssc-tray" });
  private readonly shown = h("div", { class: "ssc-shown", hidden: true });
  private readonly table = h("div", { class: "ssc-table" });
  private readonly fresh = h("div", {});
  private readonly sentence = h("p", { class: "ssc-settled" });
  private readonly why = h("p", { class: "ssc-why" });
  private readonly recorder: HTMLElement;
  private readonly label = h("span", {});
  private readonly group: HTMLElement;
  private readonly kept = new Map<string, piles.Sorted>();
  private readonly dragging: Dragging;
  private readonly paint = whenChanged(() => this.refill());

  private readonly look = whenChanged(() => this.lookAt());
  private pointed: number | null = null;

  constructor(
    private readonly view: View,
    private readonly enlarge: Enlarge,
  ) {
    const enter = h("kbd", { "aria-hidden": "true" }, words.ENTER);
    const skip = h("kbd", { "aria-hidden": "true" }, "S");
    this.recorder = button("ssc-b", words.ENTER, () => this.record(), this.label, enter);
    const skipper = button("ssc-b ssc-line", "S", () => this.skip(), words.SKIP, skip);
    const row = h("div", { class: "ssc-row" }, this.recorder, skipper);
    this.group = h(
      "div",
      { class: "ssc-qgrid ssc-sorting", role: "group", "aria-labelledby": this.title.id },
      h("div", { class: "ssc-facts" }, this.hint, this.shown, this.tray),
      this.table,
      h("div", { class: "ssc-verdict" }, this.fresh, this.sentence, row),
      this.why,
    );
    this.el = h("div", { class: "ssc-sort", hidden: true }, this.title, this.group);
    for (const name of ["pointerover", "focusin"])
      this.group.addEventListener(name, ({ target }) => this.pointAt(target as Element));
    this.group.addEventListener("pointerleave", () => this.pointAt(null));
    this.dragging = new Dragging(view, this.el, {
      take: (card) => this.move(piles.choose(this.now, card), false),
      drop: (pile) => this.put(pile),
    });
  }

  focus(): void {
    const current = this.el.querySelector<HTMLElement>(".ssc-card[aria-current]");
    current?.focus({ preventScroll: true });
  }

  takeBack(): boolean {
    const before = this.asked && !this.busy ? piles.takeBack(this.now) : null;
    if (before) this.move(before, true);
    return !!before;
  }

  sync(): void {
    const { asked, view } = this;
    show(this.el, !!asked);
    this.recorder.classList.toggle("ssc-main", !!asked);
    if (!asked) {
      if (view.local.card !== null) view.set({ card: null, pendingLinks: [] });
      return;
    }
    const { conflict } = view.state;
    const { now } = this;
    const images = here(view, facesOf(view.state));
    this.paint([asked, now.piles, now.current, view.state.settings.n_clusters, images]);
    this.look([asked, now.current, this.pointed, images]);
    const pendingLinks = conflict ? [] : piles.links(now, asked);
    if (view.local.card !== now.current || !same(view.local.pendingLinks, pendingLinks))
      view.set({ card: now.current, pendingLinks });
    put(this.group, "inert", view.local.disconnected);
    for (const each of this.el.querySelectorAll("button"))
      put(each, "aria-disabled", this.busy ? "true" : null);
    put(this.recorder, "aria-disabled", this.busy || !this.anySorted ? "true" : null);
  }

  press(event: KeyboardEvent): boolean {
    if (!this.asked || this.view.state.conflict || this.view.local.disconnected) return false;
    if (event.key === "Escape") return this.dragging.cancel();
    const act = this.meaning(event.key);
    if (act && !(event.repeat && !/^Arrow/.test(event.key))) act();
    return !!act;
  }

  /** The action of a key; Enter and arrows only where a card has the focus. */
  private meaning(key: string): (() => void) | null {
    const pile = piles.pileOfKey(key);
    if (pile >= 0) return pile <= this.now.piles.length ? () => this.put(pile) : null;
    if (key.toLowerCase() === "s") return () => this.skip();
    if (key === "Backspace")
      return () => this.takeBack() || this.view.announce(words.NOTHING_SORTED);
    const active = focusOf(this.el);
    if (!active?.matches(".ssc-card") || !this.el.contains(active)) return null;
    if (key === "Enter") return () => this.record();
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    return by ? () => this.move(piles.beside(this.now, by, this.asked as Sorting), true) : null;
  }

  private get asked(): Sorting | null {
    return this.view.state.sorting;
  }

  private get busy(): boolean {
    return this.view.local.answered !== null;
  }

  /** The piles of the open question. */
  private get now(): piles.Sorted {
    const asked = this.asked as Sorting;
    return this.kept.get(piles.sortingKey(asked)) ?? piles.begin(asked);
  }

  private get anySorted(): boolean {
    const { asked } = this;
    return !!asked && piles.leftOver(this.now, asked).length < asked.points.length;
  }

  private put(pile: number): void {
    if (!this.asked || this.busy) return;
    this.move(piles.put(this.now, pile, this.asked), true);
  }

  /** Show other piles or another current card, and announce it. */
  private move(after: piles.Sorted, aloud: boolean): void {
    const { asked, view } = this;
    if (!asked || this.busy) return;
    const key = piles.sortingKey(asked);
    this.kept.delete(key);
    this.kept.set(key, after);
    for (const old of [...this.kept.keys()].slice(0, -KEPT)) this.kept.delete(old);
    const pendingLinks = piles.links(after, asked);
    view.set({ card: after.current, pendingLinks, ...(aloud ? { message: this.spoken() } : {}) });
    view.previews?.sorted(asked.number, pendingLinks.length ? piles.filled(after) : null);
  }

  private spoken(): string {
    const { view, now } = this;
    const asked = this.asked as Sorting;
    if (piles.leftOver(now, asked).length) {
      const fresh = piles.pileKey(now.piles.length);
      const keys = now.piles.map((_, k) => piles.pileKey(k));
      return words.currentCard(nameOf(view, now.current), keys, fresh);
    }
    const { must, cannot } = piles.told(now, asked);
    const made = piles.links(now, asked).length;
    return words.sortedStatus(asked.points.length, must + cannot, made);
  }

  private record(): void {
    const { asked, view } = this;
    if (!asked) return;
    if (!this.anySorted) return view.announce(words.NOTHING_SORTED);
    const { number } = asked;
    const sorted = piles.filled(this.now);
    once(view, sorted, { type: "sort", number, piles: sorted });
  }

  private skip(): void {
    const { asked, view } = this;
    if (!asked) return;
    const { number } = asked;
    once(view, "unknown", { type: "skip", number });
  }

  /** Keep the focus on the current card. */
  private refill(): void {
    const held = this.el.contains(focusOf(this.el));
    this.fill();
    if (held) this.focus();
  }

  /** The card under the pointer or the focus is shown large; without one, the current card. */
  private pointAt(target: Element | null): void {
    const card = target?.closest<HTMLElement>(".ssc-card");
    if (!card && target && this.shown.contains(target)) return;
    this.pointed = card ? Number(card.dataset.row) : null;
    if (this.asked) this.sync();
  }

  private lookAt(): void {
    const { view } = this;
    const faces = facesOf(view.state);
    const row = this.pointed ?? this.now.current;
    const one = faces.find(({ i }) => i === row);
    const content = one && hasContent(one) ? shown(view, one, this.enlarge) : [];
    const name = one && h("b", {}, common.pointName(one.name));
    this.shown.replaceChildren(...(content.length && name ? [name, ...content] : []));
    show(this.shown, faces.some(hasContent));
  }

  private fill(): void {
    const asked = this.asked as Sorting;
    const { now, view } = this;
    const left = piles.leftOver(now, asked);
    const table = new Table(view, asked, now, {
      choose: (row) => this.move(piles.choose(this.now, row), true),
      put: (pile) => this.put(pile),
      grab: (event, row) => this.dragging.grab(event, row),
    });
    setText(this.title, asked.title);
    const how = facesOf(view.state).some(hasContent) ? words.PUT_BY_KEY : words.PUT_TOGETHER;
    setText(this.hint, left.length ? how : words.allSorted(asked.points.length));
    this.tray.replaceChildren(...table.tray());
    this.table.replaceChildren(table.piles());
    this.fresh.replaceChildren(table.fresh());
    const counts = piles.told(now, asked);
    const many = now.piles.filter((pile) => pile.length).length;
    const clusters = this.anySorted && many > view.state.settings.n_clusters ? many : 0;
    const [lead, rest] = words.tells(counts, left.length, asked.open.length, clusters);
    this.sentence.replaceChildren(h("b", {}, lead), rest);
    setText(this.label, words.record(counts.must + counts.cannot));
    this.why.replaceChildren(h("b", {}, words.WHY_POINTS), ` ${asked.reason}`);
  }
}

function button(
  name: string,
  key: string,
  onclick: () => void,
  ...content: (Node | string)[]
): HTMLElement {
  return pushButton({ class: name, "aria-keyshortcuts": key, onclick }, ...content);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
