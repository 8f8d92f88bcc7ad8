/** The list of pairs that were proposed together. */

import type { State } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import { isBlocked, openQuestion, type View } from "../../core/view_state";
import { linkIcon } from "../../ui/icons";
import * as words from "./text";

type Listed = NonNullable<State["batch"]>;
type Pair = Listed["pairs"][number];

/** Letters of a pair that leave room for three in a row. */
const SHORT = 11;

const STEPS = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

export class Batch {
  readonly el: HTMLElement;
  private readonly title = h("span", {});
  private readonly rows = h("ol", { class: "ssc-pairs", "aria-label": words.BATCH });
  private readonly fill = whenChanged((listed: Listed | null) => this.refill(listed));
  /** The pair that was selected, until the kernel confirms it. */
  private wanted: string | null = null;
  private before = "";

  constructor(private readonly view: View) {
    const keys = ["↑", "↓"].map((key) => h("kbd", { "aria-hidden": "true" }, key));
    const hint = h("span", { class: "ssc-muted ssc-pairkeys" }, ...keys, ` ${words.OTHER_PAIR}`);
    const head = h("p", { class: "ssc-pairhead" }, this.title, hint);
    this.el = h("div", { class: "ssc-batch", hidden: true }, head, this.rows);
  }

  sync(): void {
    const { batch } = this.view.state;
    const asked = openQuestion(this.view);
    const shown = asked && batch;
    show(this.el, !!shown);
    setText(this.title, shown?.title ?? "");
    this.fill(shown || null);
    const now = asked ? keyOf(asked) : "";
    const moved = now !== this.before;
    if (moved) this.wanted = null;
    this.before = now;
    for (const row of this.rows.children) {
      const isNow = row.getAttribute("data-pair") === now;
      const button = row.querySelector("button");
      if (button) put(button, "aria-current", isNow ? "true" : null);
      if (button) put(button, "tabindex", isNow ? 0 : -1);
      if (isNow && moved) inView(this.rows, row as HTMLElement);
    }
  }

  /** Up and down go to another open pair, where the focus is in the question. */
  press(event: KeyboardEvent): boolean {
    const step = STEPS.get(event.key);
    const { view } = this;
    if (!step || event.shiftKey || this.el.hidden || isBlocked(view)) return false;
    const active = focusOf(this.rows);
    if (!active?.closest(".ssc-question") || active.matches(".ssc-read")) return false;
    const pairs = view.state.batch?.pairs ?? [];
    const at = pairs.findIndex((pair) => keyOf(pair) === (this.wanted ?? this.before));
    const places = pairs.map((_, k) => (at + step * (k + 1) + pairs.length * 2) % pairs.length);
    const to = places.find((place) => !pairs[place]?.said);
    if (to !== undefined && to !== at) this.turn(pairs[to] as Pair);
    return true;
  }

  private turn(pair: Pair): void {
    const { i, j } = pair;
    this.wanted = keyOf(pair);
    this.view.send({ type: "turn", i, j });
  }

  private refill(listed: Listed | null): void {
    const held = this.rows.contains(focusOf(this.rows));
    const pairs = listed?.pairs ?? [];
    put(
      this.rows,
      "data-short",
      pairs.every(({ title }) => title.length <= SHORT),
    );
    this.rows.replaceChildren(...pairs.map((pair) => this.row(pair)));
    if (held)
      this.el
        .closest<HTMLElement>(".ssc-question")
        ?.querySelector<HTMLElement>(".ssc-ans")
        ?.focus();
  }

  private row(pair: Pair): HTMLElement {
    const { said, title, about } = pair;
    const inside = said
      ? h("span", { title: about }, title, linkIcon(said), h("span", { class: "ssc-sr" }, about))
      : pushButton({ onclick: () => this.turn(pair) }, title);
    return h("li", { "data-pair": keyOf(pair), "data-said": said || null }, inside);
  }
}

/** Scroll a list, and nothing around it, as far as a row of it needs. */
function inView(list: HTMLElement, row: HTMLElement): void {
  const below = row.offsetTop + row.offsetHeight - list.clientHeight;
  list.scrollTop = Math.max(below, Math.min(list.scrollTop, row.offsetTop));
}

const keyOf = ({ i, j }: { i: number; j: number }): string => `${i}, ${j}`;
