/** The panel that shows the steps of one fit in place of the question. */

import type { Reply, StepsHead } from "../../contract";
import { h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import { isStepping, type Panel, type View } from "../../core/view_state";
import type { Feature, PageSlots } from "../../page/page_slots";
import { closePanel, closer, type Folds, type Section, section } from "../../ui/section";
import { ConstraintCosts } from "./constraint_costs";
import { dendrogram } from "./dendrogram";
import { type Controls, controls, paintKinds } from "./playback";
import { keyOf, Play } from "./player";
import { bars, curve } from "./step_charts";
import { StepDrawing } from "./step_overlay";
import { FrameStore, type Known } from "./step_store";
import * as words from "./text";

export class Steps implements Panel, Feature {
  readonly el: HTMLElement;
  readonly pulls: ConstraintCosts;
  readonly drawing: StepDrawing;
  private store: FrameStore | null = null;
  private head: StepsHead | null = null;
  private shown: Known | null = null;
  private step = 0;
  private fresh = false;
  private asked = "";
  private readonly part: Section;
  private readonly tools: Controls;
  private readonly play: Play;
  private readonly kinds = h("div", {
    class: "ssc-seg ssc-kinds",
    role: "group",
    "aria-label": words.STEP_KIND,
  });
  private readonly text = h("p", { class: "ssc-steptext" });
  private readonly about = h("p", { class: "ssc-muted" });
  private readonly drawn = h("p", { class: "ssc-muted" });
  private readonly other = pushButton({ class: "ssc-b ssc-line ssc-small" });
  private readonly value = h("b", { class: "ssc-num" });
  private readonly chart = h("div", { class: "ssc-stepchart" });
  private readonly weights = h("div", {
    class: "ssc-weights",
    role: "list",
    "aria-label": words.WEIGHTS,
  });
  private readonly weighed: HTMLElement;
  private readonly objective: HTMLElement;
  private readonly tree = h("div", { class: "ssc-treebox" });
  private readonly use = pushButton({ class: "ssc-b ssc-line" });
  private readonly whole: HTMLElement;

  constructor(
    private readonly view: View,
    private readonly folds: Folds,
  ) {
    this.part = section("ssc-detail ssc-steps", () => this.fold());
    this.el = this.part.el;
    this.pulls = new ConstraintCosts(view, folds, () => this.sync());
    this.drawing = new StepDrawing(() =>
      this.head && this.shown ? { head: this.head, frame: this.shown.frame } : null,
    );
    this.play = new Play(() => this.by(1), view.signal);
    this.tools = controls({
      go: (step) => this.manually(() => this.go(step)),
      by: (steps) => this.manually(() => this.by(steps)),
      play: () => this.toggle(),
      speed: (times) => {
        this.play.speed = times;
      },
    });
    const tick = h("span", { class: "ssc-key" }, h("i", { class: "ssc-tick" }), words.BEFORE);
    const sub = h("div", { class: "ssc-sub" }, h("b", {}, words.WEIGHTS), tick);
    this.weighed = h("div", {}, sub, this.weights);
    const title = h("div", { class: "ssc-sub" }, h("span", {}, words.OBJECTIVE), this.value);
    this.objective = h("div", {}, title, this.chart);
    put(this.other, "onclick", () => this.take(!this.fresh));
    put(this.use, "onclick", () => this.takeCut());
    const { el, slider } = this.tools;
    const about = h("div", { class: "ssc-stepabout" }, this.kinds, this.text);
    this.whole = h(
      "div",
      { class: "ssc-stepgrid", hidden: true },
      ...[about, el, this.objective, slider, this.tree, this.use, this.weighed, this.drawn],
    );
    this.el.insertBefore(
      closer(words.CLOSE_STEPS, words.CLOSE_STEPS_HINT, () => this.close()),
      this.part.body,
    );
    this.part.body.append(this.whole, this.about, this.other);
  }

  sync(): void {
    const { local, state } = this.view;
    const on = isStepping(local);
    show(this.el, on && !state.conflict);
    this.view.root.toggleAttribute("data-ssc-steps", on && !state.conflict);
    this.tools.play.classList.toggle("ssc-main", on);
    if (!on) return this.drop();
    this.ask();
    this.look();
    const { head, shown } = this;
    const frame = shown?.frame ?? null;
    const summary = frame ? [frame.iteration] : [];
    this.part.paint(words.STEPS, summary, this.folds.isOpen("steps", true));
    const opens = this.whole.hidden && !!frame;
    show(this.whole, !!head?.fit && !!frame);
    if (opens) this.tools.play.focus({ preventScroll: true });
    setText(this.about, [head?.text, head?.fit ? head.axes_note : ""].filter(Boolean).join(" "));
    show(this.about, !!this.about.textContent);
    const offers = !!head?.fit && (head.warm || this.fresh);
    show(this.other, offers);
    setText(this.other, this.fresh ? words.AS_SHOWN : words.FRESH_STARTS);
    this.pulls.paint(frame);
    if (!head?.fit || !frame) return;
    const note = frame.note.join(" ");
    this.tools.paint(this.step, head.last, this.play.isOn, note);
    this.paintFrame({ step: this.step, fit: head.fit });
  }

  private readonly paintFrame = whenChanged((_: { step: number; fit: string }) => {
    const { head, shown } = this;
    if (!head || !shown) return;
    const { frame } = shown;
    const lead = frame.lead ? [h("b", {}, frame.lead), " "] : [];
    this.text.replaceChildren(...lead, frame.text);
    paintKinds(this.kinds, head.kinds, frame.kind, (kind) => this.manually(() => this.next(kind)));
    show(
      this.objective,
      head.curve.some((value) => value !== null),
    );
    this.chart.replaceChildren(curve(head, this.step));
    setText(this.value, frame.objective);
    show(this.weighed, frame.bars.length > 0);
    this.weights.replaceChildren(...bars(frame.bars));
    const { centres, ellipses, pulls } = words.DRAWN;
    const drawn = [frame.centres >= 0 && centres, frame.ellipses.length && ellipses];
    setText(this.drawn, [...drawn, frame.pulls.length && pulls].filter(Boolean).join(" "));
    show(this.drawn, !!this.drawn.textContent);
    show(this.tree, !!head.tree);
    const choose = (step: number): void => this.manually(() => this.go(step));
    this.tree.replaceChildren(
      ...(head.tree ? [dendrogram(head.tree, this.step, head.last, choose)] : []),
    );
    show(this.use, !!head.tree && this.step !== head.last);
    setText(this.use, words.takeK(frame.clusters));
  });

  /** Show the step once it is loaded; the previous one stays until then. */
  private look(): void {
    const { view, store, head } = this;
    if (!store || !head?.fit) return;
    const known = store.at(this.step);
    if (!known || known === this.shown) return;
    this.shown = known;
    const { frame, labels } = known;
    const fitStep = {
      labels,
      clusters: Math.max(frame.clusters, frame.sizes.length),
      sizes: frame.sizes,
      note: frame.note,
      pulls: new Set(frame.pulls.map(([answer]) => answer)),
    };
    view.root.toggleAttribute("data-ssc-unset", !frame.sizes.length);
    view.set({ fitStep, message: frame.status });
  }

  receive(reply: Reply, buffers: readonly DataView[]): void {
    if (reply.type !== "steps" && reply.type !== "frames") return;
    if (!isStepping(this.view.local)) return;
    if (reply.type === "frames") {
      this.store?.receive(reply, buffers[0]);
      return this.view.set({});
    }
    if (reply.fresh !== this.fresh || (reply.fit && reply.fit === this.head?.fit)) return;
    const before = this.head;
    this.head = reply;
    if (reply.making) return this.view.set({});
    const first = !this.store;
    this.store = reply.fit ? new FrameStore(this.view, reply) : null;
    if (!reply.fit) this.leave();
    this.step = first || !before ? 0 : Math.min(this.step, reply.last);
    this.play.stop();
    this.view.set({ message: reply.fit ? null : reply.text });
  }

  private ask(): void {
    const { state, local } = this.view;
    const key = `${this.fresh} ${state.revision}`;
    if (state.fit || state.projections.making || local.disconnected || key === this.asked) return;
    this.asked = key;
    this.view.send({ type: "steps", fresh: this.fresh });
  }

  private take(fresh: boolean): void {
    this.fresh = fresh;
    this.head = this.store = null;
    this.step = 0;
    this.view.set({});
  }

  press(event: KeyboardEvent): boolean {
    const { view, head } = this;
    if (!isStepping(view.local) || view.state.conflict || !head?.fit || event.shiftKey)
      return false;
    const key = keyOf(event.key, view.root, this.tools.play);
    if (key === "play") this.toggle();
    else if (key === "first") this.manually(() => this.go(0));
    else if (key === "last") this.manually(() => this.go(head.last));
    else if (key) this.manually(() => this.by(key === "on" ? 1 : -1));
    return key !== null;
  }

  private manually(act: () => unknown): void {
    this.play.stop();
    act();
    this.view.set({});
  }

  private go(step: number): void {
    this.step = Math.max(0, Math.min((this.store?.count ?? 1) - 1, step));
    this.view.set({});
  }

  /** Move by so many steps; returns whether more follow. */
  private by(steps: number): boolean {
    const last = this.head?.last ?? 0;
    // Wait for a step that is not loaded
    if (this.play.isOn && this.store && !this.store.at(this.step)) return true;
    this.go(Math.min(this.step + steps, Math.max(last, this.step)));
    return this.step < last;
  }

  private next(kind: string): void {
    const { kinds = [], last = 0 } = this.head ?? {};
    const later = kinds.findIndex((each, at) => at > this.step && at <= last && each === kind);
    this.go(later >= 0 ? later : kinds.indexOf(kind));
  }

  private toggle(): void {
    if (this.play.isOn) this.play.stop();
    else {
      if (this.step >= (this.head?.last ?? 0)) this.go(0);
      this.play.start();
    }
    this.view.set({});
  }

  private takeCut(): void {
    const clusters = this.shown?.frame.clusters;
    if (!clusters) return;
    this.close();
    this.view.send({ type: "set", what: "n_clusters", value: clusters });
  }

  private close(): void {
    closePanel(this.view, { openPanel: null, message: null });
  }

  private drop(): void {
    if (!this.head && !this.asked) return;
    this.play.stop();
    this.view.send({ type: "leave_steps" });
    this.head = this.store = null;
    this.asked = "";
    this.step = 0;
    this.fresh = false;
    this.pulls.paint(null);
    this.view.local.message = null;
    this.leave();
  }

  private leave(): void {
    this.shown = null;
    this.view.root.removeAttribute("data-ssc-unset");
    this.view.set({ fitStep: null });
  }

  private fold(): void {
    const open = this.folds.toggle("steps", true);
    this.sync();
    if (open) this.view.reveal(this.el);
  }
}

/** The panel, what it draws, and its entry of the More menu. */
export function fitSteps(view: View, page: PageSlots): Steps {
  const made = new Steps(view, page.folds);
  page.overlay.add(made.drawing);
  page.side.prepend(made.el);
  page.table.el.after(made.pulls.el);
  const run = (): void => view.set({ openPanel: { kind: "steps" } });
  page.entries.splice(1, 0, () => ({ label: words.STEPS_ITEM, icon: "steps", run }));
  return made;
}
