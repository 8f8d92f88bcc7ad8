/** The check of the result: points drawn at random, placed by digits, then the share that is right. */

import type { CheckStep, Reply } from "../../contract";
import { focusOf, h, put, setText, show, uid } from "../../core/dom";
import type { Brought } from "../../core/lazy_bundle";
import { CHECK, CLOSE_CLUSTER_HINT } from "../../core/text";
import { isBlocked, isOff, type View } from "../../core/view_state";
import { KeptPoints } from "../../page/kept_points";
import { announcesPause } from "../../page/open_panel";
import type { PageSlots } from "../../page/page_slots";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { large } from "./check_card";
import { Figures } from "./check_figures";
import { CheckOverlay, type Marked } from "./check_overlay";
import { Placing } from "./check_placing";
import { CardSorting, verb } from "./check_sorting";
import * as words from "./text";

export const check = (view: View, page: PageSlots): Check => new Check(view, page);

type Stage = CheckStep["stage"];

export class Check implements Brought {
  readonly el: HTMLElement;
  private readonly part: Section;
  private readonly bar = h("span", { class: "ssc-pbar", role: "progressbar" }, h("i", {}));
  private readonly title = h("p", { class: "ssc-qtitle", id: uid("check") });
  private readonly facts = h("div", { class: "ssc-facts" });
  private readonly about = h("p", { class: "ssc-why" });
  private readonly group: HTMLElement;
  private readonly start = verb(words.BEGIN, "", () => this.more());
  private readonly placing: Placing;
  private readonly sorting: CardSorting;
  private readonly figures: Figures;
  private readonly kept: KeptPoints;
  private step: CheckStep | null = null;
  private bright: readonly number[] | null = null;
  private opener: HTMLElement | null = null;
  /** Whether a person has just opened the panel, which is then shown with the next step. */
  private isAsked = false;
  /** Whether the result is looked at, though some points could be looked at once more. */
  private rests = true;
  /** Whether a person says which of the cards shown for a point are the same. */
  private joins = false;
  /** What the state said when the step was asked for. */
  private asked = "";

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    this.kept = new KeptPoints(view);
    this.placing = new Placing(
      view,
      () => {
        this.rests = false;
      },
      () => this.join(true),
    );
    this.sorting = new CardSorting(view, () => this.joins && this.join(false));
    this.figures = new Figures({
      more: () => this.more(),
      moreOf: (cluster_id) => {
        this.rests = false;
        view.send({ type: "check_more_of", cluster_id });
      },
      again: () => this.goOn(),
      tell: () => view.send({ type: "tell_checks" }),
      point: (rows) => this.point(rows),
    });
    this.part = section("ssc-detail ssc-check", () => {
      page.folds.toggle("check", true);
      view.set({});
    });
    this.el = this.part.el;
    const close = closer(words.CLOSE_CHECK, CLOSE_CLUSTER_HINT, () => this.leave());
    this.el.insertBefore(close, this.part.body);
    const named = { "aria-labelledby": this.title.id };
    this.group = h("div", { class: "ssc-ans", role: "group", tabindex: -1, ...named });
    this.part.body.append(
      this.bar,
      this.title,
      this.facts,
      this.about,
      this.group,
      this.figures.el,
    );
    page.side.prepend(this.el);
    page.overlay.add(new CheckOverlay(() => this.marked));
  }

  /** Open the check, or close it where it is open. */
  toggle(): void {
    const { view } = this;
    if (announcesPause(view)) return;
    if (this.isOpen) return this.leave();
    this.opener = focusOf(view.root) as HTMLElement | null;
    this.isAsked = this.rests = true;
    this.ask();
  }

  press(event: KeyboardEvent): boolean {
    const focused = focusOf(this.el);
    if (!this.isOpen || isBlocked(this.view) || !this.el.contains(focused)) return false;
    const { key } = event;
    const { finder } = this.placing;
    if (finder.isTyping && key !== "Escape") return finder.press(key);
    if (key === "Escape") {
      if (finder.isTyping || this.joins) this.goBack();
      else this.leave();
      return true;
    }
    const isButton = !!focused?.closest("button,a");
    if ((key === "Enter" || key === " ") && isButton) return false;
    if (event.repeat) return /^\d$/.test(key);
    if (this.joins && key.toUpperCase() === words.OTHER_KEY) return false;
    if (this.joins || this.stage === "cards") return this.sorting.press(key);
    if (this.stage !== "row") return false;
    if (key.toUpperCase() !== words.SOME_SAME_KEY || !this.step?.others)
      return this.placing.press(key);
    this.join(true);
    return true;
  }

  receive(reply: Reply): void {
    if (reply.type === "found_cards") return this.placing.finder.receive(reply);
    if (reply.type !== "check" || !(this.isOpen || this.isAsked)) return;
    const { view } = this;
    const before = this.step;
    const held = this.isAsked || this.el.contains(focusOf(this.el));
    this.step = reply;
    this.isAsked = false;
    if (reply.stage !== "row" || !reply.figures) this.rests = true;
    const fresh = reply.key !== before?.key || this.stage !== before?.stage || !this.isOpen;
    if (fresh) {
      this.bright = null;
      this.joins = false;
    }
    const status = this.stage === "result" ? reply.figures?.status : reply.status;
    view.set({ openPanel: { kind: "check" }, sideHidden: false, message: status || null });
    this.paint();
    if (!fresh) return;
    if (this.stage === "row" && reply.point) view.stage.reveal([reply.point.i]);
    view.reveal(this.el, false);
    if (held) this.target().focus({ preventScroll: true });
  }

  sync(): void {
    const { state, local } = this.view;
    const open = this.isOpen && !isOff(this.view) && !!this.step;
    show(this.el, open);
    if (!this.isOpen && this.step) this.step = this.bright = this.cardRows = null;
    this.kept.keep(open && !state.conflict ? (this.bright ?? this.cardRows) : null);
    if (!open || !this.step) return;
    if (!state.fit && state.check.moment !== this.asked) this.ask();
    const { done, total } = this.step;
    const sum = total && this.stage !== "result" ? [words.progress(done, total)] : [];
    this.part.paint(CHECK, sum, this.page.folds.isOpen("check", true));
    const off = local.disconnected || !!state.conflict;
    for (const each of this.part.body.querySelectorAll("button")) each.disabled = off;
    this.paintImages();
  }

  private get isOpen(): boolean {
    return this.view.local.openPanel?.kind === "check";
  }

  /** The stage shown: a second look waits until it is asked for. */
  private get stage(): Stage | undefined {
    const { step } = this;
    const waits = step?.stage === "row" && step.figures && this.rests && step.done >= step.total;
    return waits ? "result" : step?.stage;
  }

  /** The cards that a person chooses from stay bright. */
  private cardRows: readonly number[] | null = null;

  private get marked(): Marked | null {
    const { step, stage } = this;
    if (!this.isOpen || !step || stage === "intro") return null;
    const shown = stage === "cards" ? step.cards.slice(0, 9) : this.placing.shown;
    const cards = stage === "result" ? [] : shown.map(({ i }) => i);
    return { step, cards, isResult: stage === "result" };
  }

  private target(): HTMLElement {
    if (this.stage === "intro") return this.start.el;
    if (this.stage !== "result") return this.group;
    return this.figures.el.querySelector<HTMLElement>("button") ?? this.group;
  }

  private ask(): void {
    this.asked = this.view.state.check.moment;
    this.view.send({ type: "check" });
  }

  private more(): void {
    this.rests = false;
    this.view.send({ type: "begin_check", more: words.MORE_ROWS });
  }

  private goOn(): void {
    this.rests = false;
    this.bright = null;
    this.view.set({ message: this.step?.status ?? null });
    this.paint();
    this.target().focus({ preventScroll: true });
  }

  /** Ask which of the cards shown are the same, or go back to the point. */
  private join(joins: boolean): void {
    this.joins = joins;
    this.paint();
    this.group.focus({ preventScroll: true });
  }

  private goBack(): void {
    this.placing.finder.clear();
    this.join(false);
  }

  private point(rows: readonly number[]): void {
    this.bright = rows;
    this.view.stage.reveal([...rows]);
    this.view.set({});
  }

  private paintedImages = "";

  /** Paint again where an image has come. */
  private paintImages(): void {
    const faces = this.step ? [...this.step.cards, this.step.point] : [];
    const there = faces.map((face) => !!face && this.view.images.has(face.i)).join();
    if (there === this.paintedImages) return;
    this.paintedImages = there;
    this.paint();
  }

  private paint(): void {
    const { step, stage } = this;
    if (!step || !stage) return;
    const asks = stage !== "result";
    for (const each of [this.title, this.about, this.group]) show(each, asks);
    show(this.facts, stage === "row");
    show(this.figures.el, !asks);
    show(this.bar, asks && step.total > 0);
    const share = step.total ? (100 * step.done) / step.total : 0;
    put(this.bar, "aria-valuenow", step.done);
    put(this.bar, "aria-valuemax", step.total);
    put(this.bar, "aria-label", words.progress(step.done, step.total));
    put(this.bar.firstElementChild as Element, "style", `width:${Math.min(100, share)}%`);
    setText(this.title, this.joins ? words.WHICH_SAME : step.title);
    setText(this.about, this.joins ? words.CHOOSE_SAME : step.text);
    const { cards, point } = step;
    this.cardRows = asks && point ? [...cards.map(({ i }) => i), point.i] : null;
    if (!asks && step.figures) this.figures.paint(step.figures);
    if (asks) this.fill(step, stage);
  }

  private fill(step: CheckStep, stage: Stage): void {
    const { enlarge } = this.page;
    const shown = stage === "row" && step.point ? [large(this.view, step.point, enlarge)] : [];
    this.facts.replaceChildren(...shown);
    put(this.el, "data-stage", stage);
    if (stage === "intro") return this.group.replaceChildren(this.start.el);
    const held = this.group.contains(focusOf(this.el));
    this.fillGroup(this.asks(step, stage));
    if (held && !this.group.contains(focusOf(this.el))) this.group.focus({ preventScroll: true });
  }

  private asks(step: CheckStep, stage: Stage): readonly HTMLElement[] {
    if (stage === "row" && !this.joins) {
      this.placing.paint(step);
      return [this.placing.el, ...this.placing.buttons];
    }
    this.sorting.paint(this.joins ? { ...step, cards: [...this.placing.shown] } : step);
    return [this.sorting.el, ...(this.joins ? this.sorting.joining : this.sorting.buttons)];
  }

  /** What is there stays, with the focus and what is typed. */
  private fillGroup(parts: readonly HTMLElement[]): void {
    const { children } = this.group;
    const same = children.length === parts.length && parts.every((el, k) => children[k] === el);
    if (!same) this.group.replaceChildren(...parts);
  }

  private leave(): void {
    closePanel(this.view, { openPanel: null, message: null }, this.opener);
  }
}
