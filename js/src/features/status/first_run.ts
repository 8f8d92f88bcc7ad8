/** What a newcomer reads before the first answer, and three hints, each until it is done. */

import { h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import { emptiest } from "../../core/layout/free_edge";
import type { Brought } from "../../core/lazy_bundle";
import { remember, remembered } from "../../core/remembered";
import { askedOf, isBlocked, questionKey, unfitted, type View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import * as words from "./text";

export const KEY = "ssc-hints";
const ALL = "123";
/** Room for the vertical axis, and free space at the other edges, in pixels. */
const [AXIS, EDGE] = [72, 8];

/** What each hint is about. */
const CONTROLS = [
  ".ssc-bar .ssc-main",
  '.ssc-ans > [data-kind="unknown"]',
  `.ssc-tail > [aria-label="${words.UNDO}"]`,
];

export class FirstRun implements Brought {
  private readonly welcome = h("div", { class: "ssc-welcome" });
  private readonly place = h("span", { class: "ssc-muted ssc-num" });
  private readonly text = h("span", { class: "ssc-hinttext" });
  private readonly hint: HTMLElement;
  private shown = 0;
  /** What the hint was shown with: the question, or the number of answers. */
  private moment = "";
  private cue: Element | null = null;
  private told = "";

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    const good = { class: "ssc-b ssc-small ssc-line", onclick: () => this.done(this.shown) };
    const none = { class: "ssc-b ssc-small", onclick: () => this.done(1, 2, 3) };
    const buttons = h(
      "span",
      { class: "ssc-hintbuttons" },
      pushButton(good, words.GOT_IT),
      pushButton(none, words.NO_HINTS),
    );
    const about = { class: "ssc-firsthint", role: "note", hidden: true };
    this.hint = h("div", about, this.place, this.text, buttons);
    page.asked.el.querySelector(".ssc-in")?.prepend(this.welcome);
    view.signal.addEventListener("abort", () => this.welcome.remove());
  }

  press(): boolean {
    return false;
  }

  sync(): void {
    this.greet();
    const { view } = this;
    const wanted = isQuiet(view) ? 0 : this.wanted();
    const { links } = view.state;
    const moment = String(this.shown === 3 ? links.length : questionKey(view.state));
    const isOver = wanted !== this.shown || moment !== this.moment;
    if (this.shown && isOver && !isQuiet(view)) keep(this.shown);
    this.shown = known().includes(String(wanted)) ? 0 : wanted;
    this.moment = String(this.shown === 3 ? links.length : questionKey(view.state));
    this.paint();
  }

  /** 1 before the first question, 2 with it, 3 once an answer has moved points; else 0. */
  private wanted(): number {
    const { state } = this.view;
    if (!state.first_run || state.asking) return 0;
    if (state.links.length) return state.moved.length && !state.fit ? 3 : 0;
    if (state.question) return 2;
    return askedOf(state) ? 0 : 1;
  }

  private done(...hints: readonly number[]): void {
    for (const each of hints) keep(each);
    this.view.set({});
  }

  private paint(): void {
    const { hint, shown, view } = this;
    const control = shown ? view.root.querySelector(CONTROLS[shown - 1] as string) : null;
    if (control !== this.cue) this.cue?.classList.remove("ssc-cue");
    this.cue = control;
    control?.classList.add("ssc-cue");
    const isNew = shown !== 0 && hint.dataset.hint !== String(shown);
    put(hint, "data-hint", shown || null);
    show(hint, shown !== 0);
    if (!shown) return;
    setText(this.place, words.hintOf(shown));
    if (isNew) {
      const [lead, rest = ""] = this.parts();
      this.text.replaceChildren(h("b", {}, lead), ...withKeys(rest));
    }
    this.arrange();
    if (isNew) queueMicrotask(() => this.tell(this.parts().join("").replace(/[{}]/g, "")));
  }

  private parts(): string[] {
    const { question_types: types, keys } = this.view.state;
    return words.hint(this.shown, types.current, keys);
  }

  /** Above a narrow plot, else at its top edge where it covers the fewest points. */
  private arrange(): void {
    const { hint, page, view } = this;
    const top = page.axes.el.parentElement as Element;
    const parent = view.local.slim ? top : page.over;
    if (hint.parentElement !== parent) parent.append(hint);
    this.position([this.shown, parent === top, page.over.clientWidth, view.state.n]);
  }

  private readonly position = whenChanged(([, isAbove]: unknown[]): void => {
    const { hint, page, view } = this;
    const room = page.over.clientWidth - hint.offsetWidth - EDGE - AXIS;
    const places = Array.from({ length: 13 }, (_, k) => [AXIS + (k / 12) * room, EDGE] as const);
    const box = [hint.offsetWidth, hint.offsetHeight] as const;
    const [x, y] = emptiest(view.dots?.points ?? [], box, places);
    hint.style.left = isAbove ? "" : `${x}px`;
    hint.style.top = isAbove ? "" : `${y}px`;
  });

  /** Have the live region read a hint once, after what it says already. */
  private tell(text: string): void {
    const { view } = this;
    if (view.signal.aborted || this.told === text) return;
    this.told = text;
    const { state } = view;
    view.announce(() =>
      state.question || state.links.length
        ? `${view.state.status} ${text}`
        : words.begin(state.n_rows, state.clusters.length, state.keys.next.toUpperCase()),
    );
  }

  /** The three steps, in place of the invitation of the question. */
  private greet(): void {
    const { state, local } = this.view;
    const isFirst = state.first_run && !state.links.length && !state.asking && !askedOf(state);
    const isShown = isFirst && !state.exhausted && !local.disconnected && !local.past;
    show(this.welcome, isShown);
    if (!isShown) {
      this.welcome.replaceChildren();
      delete this.welcome.dataset.written;
      return;
    }
    const { current } = state.question_types;
    const told = words.steps(current, state.keys);
    const written = JSON.stringify([state.n_rows, state.clusters.length, told]);
    if (this.welcome.dataset.written === written) return;
    this.welcome.dataset.written = written;
    const steps = told.map((text, k) =>
      h(
        "li",
        {},
        h("i", { "aria-hidden": "true" }, String(k + 1)),
        h("span", {}, ...withKeys(text)),
      ),
    );
    this.welcome.replaceChildren(
      h("p", {}, words.alone(state.n_rows, state.clusters.length)),
      h("p", { class: "ssc-muted" }, words.YOU_KNOW),
      h("ol", { class: "ssc-steps3" }, ...steps),
    );
  }
}

export const firstRun = (view: View, page: PageSlots): FirstRun => new FirstRun(view, page);

/** Nothing is explained now. */
const isQuiet = (view: View): boolean =>
  isBlocked(view) || !!view.local.past || !!unfitted(view) || view.local.openPanel !== null;

const known = (): string => remembered(KEY) ?? "";

function keep(hint: number): void {
  const now = known();
  if (!now.includes(String(hint)))
    remember(KEY, [...ALL].filter((each) => `${now}${hint}`.includes(each)).join(""));
}

/** A sentence with its keys, in braces, and the name of a button, in brackets. */
const withKeys = (text: string): (Node | string)[] =>
  text.split(/(\{.+?\}|\[.+?\])/).map((part) => {
    if (part.startsWith("{")) return h("kbd", {}, part.slice(1, -1));
    return part.startsWith("[") ? h("b", {}, part.slice(1, -1)) : part;
  });
