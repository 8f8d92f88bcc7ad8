/** The slider of how far clusters reach: previews which points in no cluster would join, and takes them in. */

import type { ReachStep, Reply } from "../../contract";
import { focusOf, h, pushButton, put, setText, show } from "../../core/dom";
import type { Brought } from "../../core/lazy_bundle";
import { isBlocked, isOff, type Planned, type View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { type Moves, movesOf, Outlines, plan } from "../../plot/overlays/target_outlines";
import * as words from "./text";

/** The list of the points in no cluster, as far as the slider needs it. */
export interface ReachFrame {
  readonly page: Pick<PageSlots, "overlay">;
  /** Where the slider stands. */
  readonly place: HTMLElement;
  isOpen(): boolean;
}

export class Reach implements Brought {
  private readonly slider = h("input", {
    ...{ class: "ssc-reach", type: "range", min: 0, step: 1, value: 0 },
    ...{ "aria-label": words.REACH, oninput: () => this.preview() },
  });
  private readonly lead = h("b", {});
  private readonly rest = h("span", { class: "ssc-muted" });
  private readonly button = pushButton(
    { class: "ssc-b ssc-line ssc-small", onclick: () => this.takeIn() },
    words.TAKE_IN,
  );
  private readonly note = h("p", { class: "ssc-muted" });
  private readonly control: HTMLElement;
  private steps: readonly ReachStep[] = [];
  private moves: Moves = movesOf([]);
  private moment = "";
  /** The revision of the state for which the steps were asked. */
  private asked: number | null = null;
  private planned: Planned | null = null;

  constructor(
    private readonly view: View,
    private readonly frame: ReachFrame,
  ) {
    const ends = [words.AS_FITTED, words.TAKES_ALL].map((text) => h("span", {}, text));
    this.control = h(
      "div",
      {},
      h("p", { class: "ssc-muted" }, words.HOW_FAR),
      this.slider,
      h("div", { class: "ssc-ends", "aria-hidden": "true" }, ...ends),
      h("div", { class: "ssc-row" }, h("span", {}, this.lead, " ", this.rest), this.button),
    );
    const title = h("div", { class: "ssc-sub" }, h("b", {}, words.TAKE_BACK));
    frame.place.append(title, this.note, this.control);
    frame.page.overlay.add(new Outlines(() => this.drawn));
    show(frame.place, false);
  }

  press(): boolean {
    return false;
  }

  sync(): void {
    const { state, local } = this.view;
    const open = this.frame.isOpen() && !isOff(this.view) && !state.conflict;
    if (!open) {
      this.asked = null;
      return this.forget();
    }
    if (!state.fit && state.revision !== this.asked) {
      this.asked = state.revision;
      this.view.send({ type: "near_clusters" });
    }
    put(this.button, "aria-disabled", this.step && !local.disconnected ? null : "true");
  }

  receive(reply: Reply, buffers: readonly DataView[]): void {
    if (reply.type !== "near_clusters" || this.asked === null) return;
    const { moment, steps, note } = reply;
    if (moment !== this.moment) this.forget();
    this.moment = moment;
    this.steps = steps;
    this.moves = movesOf(buffers);
    const held = this.frame.place.contains(focusOf(this.frame.place));
    setText(this.note, note);
    show(this.note, !!note);
    show(this.control, steps.length > 0);
    show(this.frame.place, steps.length > 0 || !!note);
    if (held && !steps.length) this.view.focusPlot();
    put(this.slider, "max", steps.length);
    this.paint();
    this.view.set({});
  }

  private get step(): ReachStep | undefined {
    return this.steps[this.slider.valueAsNumber - 1];
  }

  /** The points that would join, while nothing else is previewed. */
  private get drawn(): Moves | null {
    const { step, planned, view } = this;
    if (!step || !planned || view.local.planned !== planned) return null;
    const { rows, clusters } = this.moves;
    return { rows: rows.subarray(0, step.n), clusters: clusters.subarray(0, step.n) };
  }

  private preview(): void {
    const { step } = this;
    this.paint();
    this.planned = step ? { ...plan(), note: step.note } : null;
    this.view.set({ planned: this.planned });
  }

  private paint(): void {
    const { step } = this;
    setText(this.lead, step?.lead ?? words.NO_POINT);
    setText(this.rest, step?.rest ?? words.WOULD_JOIN);
    put(this.slider, "aria-valuetext", step?.text ?? `${words.NO_POINT} ${words.WOULD_JOIN}`);
  }

  private takeIn(): void {
    const { view, slider, step, moment } = this;
    if (isBlocked(view)) return;
    if (!step) return view.announce(words.CHOOSE_REACH);
    view.send({ type: "take_in", moment, step: slider.valueAsNumber });
    this.forget();
    view.set({});
  }

  /** Back to the clusters as they are. */
  private forget(): void {
    const { local } = this.view;
    if (this.planned && local.planned === this.planned) local.planned = null;
    this.planned = null;
    this.slider.value = "0";
    this.paint();
  }
}

export const reach = (view: View, frame: ReachFrame): Reach => new Reach(view, frame);
