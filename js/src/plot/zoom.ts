/** The zoom buttons below the plot, their keys, and messages about the view. */

import { focusOf, h, pushButton, put, show } from "../core/dom";
import type { KeyHandler } from "../core/lazy_bundle";
import { askedOf, type Panel, questionKey, type View } from "../core/view_state";
import { type AnyIcon, anyIcon } from "../ui/lazy_icons";
import { isHeaped, offsets, spots } from "./spread_overlaps";
import * as words from "./text";

const STEP = 1.6;
/** Squares of points in one spot are drawn apart by so many pixels. */
const NARROW = 3;
const KEYS = new Map<string, "in" | "out" | "all">([
  ["+", "in"],
  ["=", "in"],
  ["-", "out"],
  ["−", "out"],
  ["_", "out"],
  ["0", "all"],
]);

export class Zoom implements Panel, KeyHandler {
  readonly el: HTMLElement;
  private readonly parts: Record<"out" | "in" | "all" | "selection" | "most", HTMLButtonElement>;
  private readonly apart: HTMLButtonElement;
  private announced: string | null = null;
  private question: string | null = null;
  private row: number | null = null;
  private cursor: number | null = null;
  private heaped: { xy: Float32Array; spots: number[][] } | null = null;

  /** `clustersInView` counts the clusters with names on the plot, if there are any. */
  constructor(
    private readonly view: View,
    private readonly clustersInView: () => number | null,
  ) {
    const hints = words.ZOOM_HINTS;
    this.parts = {
      most: this.button("fitMost", words.FIT_MOST, "", () => this.most()),
      selection: this.button("fitSelection", words.FIT_SELECTION, hints.selection, () =>
        this.selected(),
      ),
      out: this.button("minus", words.ZOOM_OUT, hints.out, () => this.act("out")),
      in: this.button("plus", words.ZOOM_IN, hints.in, () => this.act("in")),
      all: this.button("fitAll", words.FIT_ALL, hints.all, () => this.act("all")),
    };
    const toggle = (): void => {
      const on = !view.stage.isSpread;
      view.stage.spread(on ? this.offsets() : null);
      view.set({ spread: on });
    };
    const attributes = { type: "button", title: hints.spread, onclick: toggle };
    this.apart = h("button", { class: "ssc-spread", ...attributes }, words.SPREAD);
    const group = h("div", { class: "ssc-zoom", role: "group", "aria-label": words.ZOOM });
    group.append(this.apart, ...Object.values(this.parts));
    this.el = group;
  }

  sync(): void {
    const { state, stage, local } = this.view;
    const { camera } = stage;
    show(this.parts.most, state.axes.outliers > 0);
    put(this.parts.most, "title", words.fitMostHint(state.axes.outliers));
    show(this.parts.selection, this.selection().length > 0);
    show(this.apart, isHeaped(this.spots(), stage.dots.n));
    put(this.apart, "aria-pressed", String(local.spread));
    put(this.parts.in, "aria-disabled", camera.isClosest ? "true" : null);
    put(this.parts.out, "aria-disabled", camera.isWhole ? "true" : null);
    put(this.parts.all, "aria-disabled", camera.isHome ? "true" : null);
    this.follow();
  }

  press(event: KeyboardEvent): boolean {
    const what = KEYS.get(event.key);
    const active = focusOf(this.view.root);
    if (!what || active?.closest("[role=dialog],[role=alertdialog],[role=menu],[data-stage]"))
      return false;
    this.act(what);
    return true;
  }

  rested(): void {
    const { stage, state, local } = this.view;
    const { limits, isHome } = stage.camera;
    this.view.root.toggleAttribute("data-ssc-closer", !isHome);
    const now = isHome ? null : limits.flat().join();
    if (now === this.announced) return;
    this.announced = now;
    const busy = state.conflict || askedOf(state);
    if (now) {
      const clusters = state.axes.medians.length ? this.clustersInView() : null;
      const told = words.zoomedIn([stage.dots.inView, state.n], [clusters, state.clusters.length]);
      if (!busy) this.view.announce(told);
    } else if (local.message) this.view.set({ message: null });
  }

  /** The points that share a place. */
  private spots(): number[][] {
    const { xy } = this.view.stage.dots;
    if (xy !== this.heaped?.xy) this.heaped = { xy, spots: spots(xy) };
    return this.heaped.spots;
  }

  private offsets(): Float64Array {
    const { stage, state } = this.view;
    return offsets(
      this.spots(),
      stage.dots.n,
      state.axes.painter === "squares" ? NARROW : undefined,
    );
  }

  private act(what: "in" | "out" | "all"): void {
    const { stage } = this.view;
    const { left, top, width, height } = stage.camera.inner;
    const middle = [left + width / 2, top + height / 2] as const;
    stage.fly((camera) => {
      if (what === "all") camera.goHome();
      else camera.zoomAt(middle, what === "in" ? STEP : 1 / STEP);
    });
  }

  private most(): void {
    this.view.stage.fly((camera) => camera.fitWithoutOutliers());
  }

  private selected(): void {
    const { stage } = this.view;
    stage.fly((camera) => camera.fit(stage.dots.xy, this.selection()));
  }

  private selection(): number[] {
    const { lasso } = this.view.state;
    return [...(lasso?.indices ?? []), ...(lasso?.group ?? [])];
  }

  /** Points of questions, table rows and keyboard are brought into view. */
  private follow(): void {
    const { state, local, stage } = this.view;
    if (!stage.dots.ready) return;
    const key = questionKey(state);
    if (key !== this.question) {
      this.question = key;
      const { question, placement, sorting } = state;
      const asked = askedOf(state);
      const points = question
        ? [question.i, question.j]
        : placement
          ? [placement.point.i]
          : (sorting?.points.map(({ i }) => i) ?? []);
      if (asked && stage.reveal(points)) this.view.announce(words.broughtIn(asked.number));
    }
    if (local.row !== this.row) {
      this.row = local.row;
      const link = state.links.find(({ answer }) => answer === local.row);
      if (link) stage.reveal([link.i, link.j]);
    }
    if (local.cursor !== this.cursor) {
      this.cursor = local.cursor;
      if (this.cursor !== null) stage.reveal([this.cursor]);
    }
  }

  private button(name: AnyIcon, label: string, title: string, act: () => void): HTMLButtonElement {
    const onclick = (event: Event): void => {
      if (!(event.currentTarget as Element).hasAttribute("aria-disabled")) act();
    };
    return pushButton({ "aria-label": label, title, onclick }, anyIcon(name));
  }
}
