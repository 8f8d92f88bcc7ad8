/** Answers that the clustering contradicts most, one after the other: each is kept or changed by one key. */

import type { Kind, State } from "../contract";
import type { Frame } from "../parts/frame";
import * as words from "../sentences";
import { closer, putAway } from "../ui/closer";
import { h, say, show } from "../ui/dom";
import { section } from "../ui/section";
import { isBlocked, type View } from "../view";

type Thought = State["again"][number];

const CONTRARY: Record<Kind, Kind> = { must: "cannot", cannot: "must" };

export class Again {
  private readonly skipped = new Set<number>();
  private readonly opener: HTMLButtonElement;
  private readonly part = section("ssc-again", () => undefined);
  private readonly title = h("p", { class: "ssc-waytitle" });
  private readonly why = h("p", { class: "ssc-muted ssc-againwhy" });
  private readonly keep = choice(words.KEEP_KEY, () => this.say("keep"));
  private readonly change = choice("", () => this.say("change"));
  private readonly skip = choice(words.SKIP_KEY, () => this.say("skip"));
  /** The answer that was decided on, until the kernel has taken note. */
  private decided: number | null = null;
  private shown: number | null = null;

  constructor(
    private readonly view: View,
    frame: Frame,
  ) {
    const onclick = (): void => this.open();
    const style = "ssc-b ssc-line ssc-small ssc-lookagain";
    this.opener = h("button", { class: style, type: "button", onclick });
    frame.table.body.prepend(this.opener);
    say(this.keep.text, words.KEEP_IT);
    say(this.skip.text, words.SKIP_IT);
    const buttons = [this.keep, this.change, this.skip].map(({ el }) => el);
    const group = { class: "ssc-choices", role: "group", "aria-label": words.AGAIN_TITLE };
    this.part.body.append(this.title, this.why, h("div", group, ...buttons));
    this.part.el.insertBefore(
      closer(words.CLOSE_AGAIN, words.CLOSE_CLUSTER_HINT, () => this.close()),
      this.part.body,
    );
    frame.side.prepend(this.part.el);
  }

  sync(): void {
    const { state, local } = this.view;
    show(this.opener, state.again.length > 0 && local.hand?.kind !== "again");
    say(this.opener, words.lookAgain(state.again.length));
    this.opener.disabled = local.disconnected;
    const found = this.now;
    if (local.hand?.kind === "again" && !found && !state.fit && this.decided === null) {
      local.hand = null;
      local.row = null;
    }
    show(this.part.el, !!found);
    if (!found) return this.forget();
    this.part.paint(words.AGAIN_TITLE, [words.leftToLook(this.left.length)], true);
    say(this.title, found.title);
    say(this.why, found.said);
    const other = CONTRARY[found.kind];
    say(this.change.text, words.changeTo(other));
    say(this.change.key, state.keys[other].toUpperCase());
    if (found.answer === this.shown) return;
    this.shown = found.answer;
    this.decided = null;
    this.view.set({ row: found.answer });
    this.keep.el.focus({ preventScroll: true });
    this.view.reveal(this.part.el, false);
  }

  press(event: KeyboardEvent): boolean {
    const { state } = this.view;
    const found = this.now;
    if (!found || isBlocked(this.view)) return false;
    const key = event.key.toLowerCase();
    if (key === words.KEEP_KEY.toLowerCase() || key === state.keys[found.kind]) this.say("keep");
    else if (key === state.keys[CONTRARY[found.kind]]) this.say("change");
    else if (key === state.keys.unknown) this.say("skip");
    else return false;
    return true;
  }

  private get left(): Thought[] {
    return this.view.state.again.filter(({ answer }) => !this.skipped.has(answer));
  }

  private get now(): Thought | undefined {
    const { hand, disconnected } = this.view.local;
    return hand?.kind === "again" && !disconnected ? this.left[0] : undefined;
  }

  private open(): void {
    this.skipped.clear();
    this.view.set({ hand: { kind: "again" } });
  }

  private close(): void {
    putAway(this.view, { hand: null, row: null });
  }

  private forget(): void {
    this.shown = null;
    this.decided = null;
  }

  private say(what: "keep" | "change" | "skip"): void {
    const found = this.now;
    if (!found || this.decided === found.answer) return;
    const { answer } = found;
    if (what === "skip") {
      this.skipped.add(answer);
      return this.view.set({});
    }
    this.decided = answer;
    this.view.send({ type: what === "keep" ? "confirm" : "change_answer", answer });
  }
}

function choice(letter: string, onclick: () => void) {
  const text = h("b", {});
  const key = h("kbd", { "aria-hidden": "true" }, letter);
  return { el: h("button", { type: "button", onclick }, text, key), text, key };
}
