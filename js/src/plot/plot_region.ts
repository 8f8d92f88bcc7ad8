/** The region of the plot: bqplot's figure, or an element of our own where there is none. */

import { focusOf, h, put, setText, uid } from "../core/dom";
import type { Labels } from "../core/dots";
import { Sheet } from "../core/theme/own_style_sheet";
import type { View } from "../core/view_state";
import { clusterRules, wear } from "./palette";
import type { Stage } from "./stage";
import * as words from "./text";

/** How long bqplot's page part may take before the layer draws without it, in milliseconds. */
const PATIENCE = 2500;
/** How long a host that changes its theme may hide the figure without its size changing. */
const HIDDEN = 250;
const ATTRIBUTES = ["role", "aria-label", "aria-describedby", "tabindex"];
/** What the host shows in place of a widget whose page part it cannot load. */
const FAILED = ".jupyter-widgets-error-widget";

export class Plot {
  figure: HTMLElement | null = null;
  /** The description of the region. */
  readonly parts: HTMLElement[];
  private readonly rules = new Sheet();
  private readonly about = h("p", { class: "ssc-sr", id: uid("about") });
  private readonly ground = h("div", { class: "ssc-figure ssc-ground" });
  private frame = 0;
  private own: Labels = new Uint8Array();
  private labels: Labels = this.own;
  private clusters = -1;
  private looks = "";
  private unset = false;

  constructor(
    private readonly view: View,
    private readonly stage: Stage,
    private readonly found: () => void,
  ) {
    this.parts = [this.about];
  }

  /** Look for the figure in our own root, now and as it fills; alone, there will be none. */
  attach(root: HTMLElement, alone = false): void {
    const { signal } = this.view;
    this.rules.adopt(root);
    this.stage.restyle();
    signal.addEventListener("abort", () => this.rules.drop());
    if (alone) return this.settle(root);
    const timer = setTimeout(() => this.figure || this.settle(root), PATIENCE);
    const observer = new MutationObserver(() => this.take(root) && observer.disconnect());
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      observer.disconnect();
      cancelAnimationFrame(this.frame);
      this.release();
    });
    if (!this.take(root)) observer.observe(root, { childList: true, subtree: true });
  }

  /** New labels, or a new number of clusters. */
  paint(labels: Labels): void {
    this.own = labels;
    this.repaint();
  }

  repaint(): void {
    const { fitStep } = this.view.local;
    const labels = fitStep?.labels ?? this.own;
    const { clusters, n, axes } = this.view.state;
    const most = Math.max(clusters.length, fitStep?.clusters ?? 0);
    const unset = this.view.root.hasAttribute("data-ssc-unset");
    const looks = wear(clusters);
    if (looks !== this.looks || most !== this.clusters || unset !== this.unset) {
      this.clusters = most;
      this.looks = looks;
      this.unset = unset;
      this.rules.text = clusterRules(this.clusters);
      this.stage.restyle();
    }
    setText(this.about, words.plotAbout(n, clusters.length, axes.note));
    if (labels === this.labels) return;
    this.labels = labels;
    this.stage.paint(labels);
  }

  private take(root: HTMLElement): boolean {
    const figure = root.querySelector<HTMLElement>(".ssc-figure:not(.ssc-ground)");
    if (figure) this.hold(figure);
    else if (!this.figure && root.querySelector(FAILED)) this.settle(root);
    return !!figure;
  }

  /** Draw without bqplot. */
  private settle(root: HTMLElement): void {
    root.append(this.ground);
    this.view.signal.addEventListener("abort", () => this.ground.remove());
    put(root, "data-ssc-ground", true);
    this.hold(this.ground);
  }

  private hold(figure: HTMLElement): void {
    const { root } = this.view;
    const focused = focusOf(this.view.root) === this.figure;
    this.release();
    if (figure !== this.ground) {
      this.ground.remove();
      root.removeAttribute("data-ssc-ground");
    }
    this.figure = figure;
    put(figure, "role", "region");
    put(figure, "aria-label", words.PLOT);
    put(figure, "aria-describedby", this.about.id);
    put(figure, "tabindex", 0);
    if (focused) figure.focus({ preventScroll: true });
    this.found();
    this.follow(figure);
    this.stage.hold(figure);
  }

  private release(): void {
    for (const name of ATTRIBUTES) this.figure?.removeAttribute(name);
  }

  /** bqplot makes its dots late, and makes new ones; the figure is resized; the host changes its theme. */
  private follow(figure: HTMLElement): void {
    const later = (): void => {
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => {
        if (!this.stage.look()) setTimeout(() => this.stage.look(), HIDDEN);
      });
    };
    const mutations = new MutationObserver(later);
    mutations.observe(figure, { childList: true, subtree: true, attributeFilter: ["transform"] });
    const sizes = new ResizeObserver(later);
    sizes.observe(figure);
    const themes = new MutationObserver(() => this.stage.restyle());
    const { root, signal } = this.view;
    for (const each of [document.body, root])
      themes.observe(each, { attributeFilter: ["data-jp-theme-light", "data-jp-theme-name"] });
    root.addEventListener("pointerenter", later, { signal });
    window.addEventListener("resize", later, { signal });
    document.addEventListener("visibilitychange", later, { signal });
    signal.addEventListener("abort", () => {
      mutations.disconnect();
      sizes.disconnect();
      themes.disconnect();
    });
  }
}
