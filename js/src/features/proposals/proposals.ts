/** Merges and splits that are proposed, one after the other, each decided by one key. */

import type { DecideProposal, ProposalCard, Reply } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, uid, whenChanged } from "../../core/dom";
import { CLOSE_CLUSTER_HINT, PROPOSALS } from "../../core/text";
import { isBlocked, isOff, type Panel, type View } from "../../core/view_state";
import { KeptPoints } from "../../page/kept_points";
import { announcesPause } from "../../page/open_panel";
import type { PageSlots } from "../../page/page_slots";
import { cards, features, kindOf } from "../../page/pair_cards";
import { linkIcon } from "../../ui/icons";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { ProposedPair } from "./proposed_pair";
import * as words from "./text";

type Verdict = DecideProposal["verdict"];
const VERDICTS: readonly Verdict[] = ["accept", "reject", "skip"];
const KEYS = new Map<string, Verdict>([
  [" ", "accept"],
  ["x", "reject"],
  ["ArrowRight", "skip"],
]);

export class Proposals implements Panel {
  readonly el: HTMLElement;
  private readonly part: Section;
  private readonly bar = h("span", { class: "ssc-pbar", role: "progressbar" }, h("i", {}));
  private readonly title = h("p", { class: "ssc-qtitle", id: uid("proposal") });
  private readonly facts = h("div", { class: "ssc-facts" });
  private readonly why = h("p", { class: "ssc-why" });
  private readonly buttons = VERDICTS.map((verdict) => verdictButton(() => this.decide(verdict)));
  private readonly group: HTMLElement;
  private readonly kept: KeptPoints;
  private card: ProposalCard | null = null;
  private bright: readonly number[] | null = null;
  /** The proposal that was decided, until the next one comes. */
  private decided = "";
  private opener: HTMLElement | null = null;
  /** The clusters and links that the proposal was asked of. */
  private asked = "";
  private readonly fill = whenChanged(([card]: [ProposalCard | null, boolean[]]) => {
    if (card) this.paint(card);
  });

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
    private readonly enlarge: (row: number, name: string) => void,
  ) {
    this.kept = new KeptPoints(view);
    this.part = section("ssc-detail ssc-proposals", () => {
      page.folds.toggle("proposals", true);
      view.set({});
    });
    this.el = this.part.el;
    const close = closer(words.CLOSE_PROPOSALS, CLOSE_CLUSTER_HINT, () => this.leave());
    this.el.insertBefore(close, this.part.body);
    this.group = h(
      "div",
      { class: "ssc-ans", role: "group", tabindex: -1, "aria-labelledby": this.title.id },
      ...this.buttons.map(({ el }) => el),
    );
    this.part.body.append(this.bar, this.title, this.facts, this.why, this.group);
    page.overlay.add(new ProposedPair(() => (this.isOpen && this.card?.key ? this.card : null)));
  }

  /** Open the proposals, or close them where they are open. */
  toggle(): void {
    const { view } = this;
    if (announcesPause(view)) return;
    if (this.isOpen) return this.leave();
    this.opener = focusOf(view.root) as HTMLElement | null;
    this.ask(true);
  }

  press(event: KeyboardEvent): boolean {
    const focused = focusOf(this.el);
    if (!this.isOpen || isBlocked(this.view) || !this.el.contains(focused)) return false;
    if (event.key === "Escape") {
      this.leave();
      return true;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const verdict = KEYS.get(key);
    if (!verdict || (key === " " && this.takesSpace(focused))) return false;
    if (!event.repeat) this.decide(verdict);
    return true;
  }

  /** Space presses a focused button, also where that says something else than to accept. */
  private takesSpace(focused: Element | null): boolean {
    const button = focused?.closest("button,a");
    return !!button && button !== this.buttons[0]?.el;
  }

  receive(reply: Reply): void {
    if (reply.type !== "proposal") return;
    const { view } = this;
    if (!this.isOpen && !this.isAsked) return;
    const none = !reply.key && !reply.total;
    if (none && !this.isOpen) {
      this.isAsked = false;
      return view.announce(reply.text);
    }
    const fresh = this.isAsked || reply.key !== this.card?.key;
    const held = this.isAsked || this.el.contains(focusOf(this.el));
    this.card = reply;
    this.isAsked = false;
    this.decided = "";
    this.bright = reply.key ? reply.sides.flat() : null;
    const panel = { openPanel: { kind: "proposals" }, sideHidden: false } as const;
    view.set({ ...panel, planned: this.planned(), message: reply.status });
    if (!fresh) return;
    if (reply.key) view.stage.reveal([reply.i, reply.j]);
    view.reveal(this.el, false);
    if (held) this.group.focus({ preventScroll: true });
  }

  sync(): void {
    const { state, local } = this.view;
    const open = this.isOpen && !isOff(this.view) && !!this.card;
    show(this.el, open);
    if (!this.isOpen) this.drop();
    this.kept.keep(open && !state.conflict ? this.bright : null);
    if (!open || !this.card) return;
    if (!state.fit && this.moment() !== this.asked) this.ask(false);
    const { reviewed, total } = this.card;
    const place = words.place(reviewed, total);
    this.part.paint(PROPOSALS, [place], this.page.folds.isOpen("proposals", true));
    const { images } = this.view;
    this.fill([this.card, [this.card.i, this.card.j].map((row) => images.has(row))]);
    for (const { el } of this.buttons) el.disabled = local.disconnected || !!state.conflict;
  }

  private isAsked = false;

  private get isOpen(): boolean {
    return this.view.local.openPanel?.kind === "proposals";
  }

  private moment(): string {
    const { clusters, links, conflict } = this.view.state;
    return JSON.stringify([clusters, links.map(({ answer }) => answer), !conflict]);
  }

  private ask(opened: boolean): void {
    this.asked = this.moment();
    if (opened) this.isAsked = true;
    if (opened || this.isOpen) this.view.send({ type: "proposal", opened });
  }

  private decide(verdict: Verdict): void {
    const { card, view } = this;
    if (!card?.key || this.decided === card.key || view.state.conflict) return;
    this.decided = card.key;
    view.send({ type: "decide_proposal", key: card.key, verdict });
  }

  /** What accepting it does, previewed while it is shown. */
  private planned() {
    const { card } = this;
    if (!card?.key) return null;
    const { cluster_ids, note, status, kind, sides } = card;
    const parts = kind === "split" ? [...sides] : [];
    const [id, other] = cluster_ids;
    const plan = { type: "plan", id, other, into: null, note, status, links: [], parts } as const;
    return { ...plan, links: [], lit: [...new Set(cluster_ids)] };
  }

  private paint(card: ProposalCard): void {
    const { key, text, why, effects, kind, reviewed, total } = card;
    const share = total ? (100 * reviewed) / total : 100;
    put(this.bar, "aria-valuenow", reviewed);
    put(this.bar, "aria-valuemax", total);
    put(this.bar, "aria-label", words.reviewed(reviewed, total));
    put(this.bar.firstElementChild as Element, "style", `width:${share}%`);
    setText(this.title, text);
    for (const el of [this.facts, this.why]) show(el, !!key);
    for (const { el } of this.buttons) show(el, !!key);
    if (!key) return;
    const bars = card.features.length ? [features(card)] : [];
    this.facts.replaceChildren(cards(this.view, card, this.enlarge), ...bars);
    put(this.facts, "data-content", kindOf(card));
    this.why.replaceChildren(why[0], h("b", {}, why[1]), why[2]);
    VERDICTS.forEach((verdict, k) => {
      const link =
        verdict === "skip" ? "unknown" : (verdict === "accept") === (card.link === "must");
      const icon = link === "unknown" ? link : link ? "must" : "cannot";
      const about = [words.VERDICTS[kind][verdict], words.KEYS[verdict], effects[k] ?? ""] as const;
      this.buttons[k]?.paint(icon, ...about);
    });
  }

  private drop(): void {
    if (!this.card) return;
    this.card = this.bright = null;
    this.decided = "";
    this.view.local.planned = null;
  }

  private leave(): void {
    closePanel(this.view, { openPanel: null, message: null }, this.opener);
  }
}

function verdictButton(onclick: () => void) {
  const [text, key] = [h("span", {}), h("kbd", { "aria-hidden": "true" })];
  const effect = h("span", { class: "ssc-effect ssc-num" });
  const el = pushButton({ "data-kind": "must", onclick });
  const paint = (
    icon: "must" | "cannot" | "unknown",
    name: string,
    letter: string,
    does: string,
  ) => {
    put(el, "data-kind", icon);
    put(el, "aria-keyshortcuts", letter === "→" ? "ArrowRight" : letter);
    setText(text, name);
    setText(key, letter);
    setText(effect, does);
    el.replaceChildren(linkIcon(icon), text, key, effect);
  };
  return { el, paint };
}
