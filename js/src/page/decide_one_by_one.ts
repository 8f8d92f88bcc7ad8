/** A list of decisions in the side panel, made one after the other by one key each. */

import type { State } from "../contract";
import { h, pushButton, setText, show } from "../core/dom";
import * as common from "../core/text";
import { type DetailPanel, isBlocked, isOff, type View } from "../core/view_state";
import { closer, section } from "../ui/section";
import type { PageSlots } from "./page_slots";

/** One item to decide, and the answer whose pair is shown meanwhile. */
export interface Item {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly row: number;
}

/** One choice: the letter on its button, all keys for it, and its effect. */
export interface Choice<T extends Item> {
  letter(item: T, keys: State["keys"]): string;
  letters?(item: T, keys: State["keys"]): readonly string[];
  text(item: T): string;
  take(view: View, item: T): void;
}

export interface Kind<T extends Item> {
  readonly panel: DetailPanel["kind"] & ("review" | "settle");
  readonly title: string;
  readonly close: string;
  opener(number: number): string;
  items(state: State): readonly T[];
  readonly choices: readonly Choice<T>[];
}

export class OneByOne<T extends Item> {
  private readonly skipped = new Set<string>();
  private readonly opener: HTMLButtonElement;
  private readonly part;
  private readonly title = h("p", { class: "ssc-cardtitle" });
  private readonly why = h("p", { class: "ssc-muted ssc-itemwhy" });
  private readonly buttons = [] as ReturnType<typeof labelled>[];
  /** The item that was decided, until the kernel confirms it. */
  private decided: string | null = null;
  private shown: string | null = null;

  constructor(
    private readonly view: View,
    page: PageSlots,
    private readonly kind: Kind<T>,
  ) {
    const style = `ssc-b ssc-line ssc-small ssc-opener ssc-open-${kind.panel}`;
    this.opener = pushButton({ class: style, onclick: () => this.open() });
    openersIn(page.table.body).append(this.opener);
    this.part = section(`ssc-onebyone ssc-${kind.panel}`, () => undefined);
    this.buttons = kind.choices.map((choice) => labelled(() => this.decide(choice)));
    const skip = labelled(() => this.skip());
    setText(skip.text, common.SKIP_IT);
    setText(skip.key, common.SKIP_KEY);
    const all = [...this.buttons, skip].map(({ el }) => el);
    const group = { class: "ssc-choices", role: "group", "aria-label": kind.title };
    this.part.body.append(this.title, this.why, h("div", group, ...all));
    this.part.el.insertBefore(
      closer(kind.close, common.CLOSE_CLUSTER_HINT, () => this.close()),
      this.part.body,
    );
    page.side.prepend(this.part.el);
  }

  sync(): void {
    const { state, local } = this.view;
    const { kind } = this;
    const all = kind.items(state);
    const isHeld = local.openPanel?.kind === kind.panel;
    show(this.opener, all.length > 0 && !isHeld);
    setText(this.opener, kind.opener(all.length));
    this.opener.disabled = isOff(this.view);
    const found = this.now;
    if (isHeld && !found && !state.fit && this.decided === null) {
      local.openPanel = null;
      local.row = null;
    }
    show(this.part.el, !!found);
    if (!found) return this.forget();
    this.part.paint(kind.title, [common.leftToDecide(this.left.length)], true);
    setText(this.title, found.title);
    setText(this.why, found.why);
    for (const [k, choice] of kind.choices.entries()) {
      const button = this.buttons[k];
      if (!button) continue;
      setText(button.text, choice.text(found));
      setText(button.key, choice.letter(found, state.keys).toUpperCase());
    }
    if (found.id === this.shown) return;
    this.shown = found.id;
    this.decided = null;
    this.view.set({ row: found.row });
    this.buttons[0]?.el.focus({ preventScroll: true });
    this.view.reveal(this.part.el, false);
  }

  press(event: KeyboardEvent): boolean {
    const { keys } = this.view.state;
    const found = this.now;
    if (!found || isBlocked(this.view)) return false;
    const key = event.key.toLowerCase();
    const choice = this.kind.choices.find((each) =>
      [each.letter(found, keys), ...(each.letters?.(found, keys) ?? [])].some(
        (letter) => letter.toLowerCase() === key,
      ),
    );
    if (choice) this.decide(choice);
    else if (key === keys.unknown) this.skip();
    else return false;
    return true;
  }

  private get left(): T[] {
    return this.kind.items(this.view.state).filter(({ id }) => !this.skipped.has(id));
  }

  private get now(): T | undefined {
    const isHeld = this.view.local.openPanel?.kind === this.kind.panel;
    return isHeld && !isOff(this.view) ? this.left[0] : undefined;
  }

  private open(): void {
    this.skipped.clear();
    this.view.set({ openPanel: { kind: this.kind.panel } });
  }

  private close(): void {
    this.view.set({ openPanel: null, row: null });
    this.view.focusPlot();
  }

  private forget(): void {
    this.shown = null;
    this.decided = null;
  }

  private skip(): void {
    if (!this.now || this.decided === this.now.id) return;
    this.skipped.add(this.now.id);
    this.view.set({});
  }

  private decide(choice: Choice<T>): void {
    const found = this.now;
    if (!found || this.decided === found.id) return;
    this.decided = found.id;
    choice.take(this.view, found);
  }
}

/** The row of the buttons that open such lists. */
function openersIn(body: Element): Element {
  const known = body.querySelector(".ssc-openers");
  const row = known ?? h("div", { class: "ssc-openers" });
  if (!known) body.prepend(row);
  return row;
}

function labelled(onclick: () => void) {
  const text = h("b", {});
  const key = h("kbd", { "aria-hidden": "true" });
  return { el: pushButton({ onclick }, text, key), text, key };
}
