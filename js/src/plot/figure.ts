/** bqplot's figure beside us in the root: found, made a region, and followed when it redraws. */

import * as words from "../sentences";
import { h, put, show, uid } from "../ui/dom";
import type { View } from "../view";
import { Dots, type Labels } from "./dots";
import type { Overlay } from "./overlay";
import { clusterRules } from "./palette";

const PATIENCE = 8000;

export class Plot {
  figure: HTMLElement | null = null;
  /** Colours, the description of the region, and a sentence for hosts that draw nothing. */
  readonly parts: HTMLElement[];
  private readonly rules = h("style", {});
  private readonly about = h("p", { class: "ssc-sr", id: uid("about") });
  private readonly failed = h("p", { class: "ssc-failed", hidden: true }, words.NO_PLOT);
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private labels: Labels = new Uint8Array();
  private clusters = -1;

  constructor(
    private readonly view: View,
    private readonly overlay: Overlay,
    private readonly found: (figure: HTMLElement) => void,
    private readonly moved: () => void,
  ) {
    this.parts = [this.rules, this.about, this.failed];
  }

  /** Look for the figure in our own root, now and as it fills. */
  attach(root: HTMLElement): void {
    const { signal } = this.view;
    this.timer = setTimeout(() => show(this.failed, !this.view.dots?.ready), PATIENCE);
    signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      cancelAnimationFrame(this.frame);
      for (const name of ["role", "aria-label", "aria-describedby", "tabindex"])
        this.figure?.removeAttribute(name);
    });
    if (this.take(root)) return;
    const observer = new MutationObserver(() => this.take(root) && observer.disconnect());
    observer.observe(root, { childList: true, subtree: true });
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /** New labels, or a new number of clusters. */
  paint(labels: Labels): void {
    const { clusters, n } = this.view.state;
    if (clusters.length !== this.clusters) {
      this.clusters = clusters.length;
      this.rules.textContent = clusterRules(this.clusters);
    }
    this.about.textContent = words.plotAbout(n, clusters.length);
    if (labels === this.labels) return;
    this.labels = labels;
    this.view.dots?.paint(labels);
  }

  private take(root: HTMLElement): boolean {
    const figure = root.querySelector<HTMLElement>(".ssc-figure");
    if (!figure) return false;
    this.figure = figure;
    put(figure, "role", "region");
    put(figure, "aria-label", words.PLOT);
    put(figure, "aria-describedby", this.about.id);
    put(figure, "tabindex", 0);
    this.view.dots = new Dots(figure, this.overlay.el);
    this.follow(figure);
    this.found(figure);
    this.refresh();
    return true;
  }

  /** bqplot moves its dots when the figure is resized, rescaled or given new data. */
  private follow(figure: HTMLElement): void {
    const later = (): void => {
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => this.refresh());
    };
    const mutations = new MutationObserver(later);
    mutations.observe(figure, { childList: true, subtree: true, attributeFilter: ["transform"] });
    const sizes = new ResizeObserver(later);
    sizes.observe(figure);
    const { root, signal } = this.view;
    root.addEventListener("pointerenter", later, { signal });
    window.addEventListener("resize", later, { signal });
    document.addEventListener("visibilitychange", later, { signal });
    signal.addEventListener("abort", () => {
      mutations.disconnect();
      sizes.disconnect();
    });
  }

  private refresh(): void {
    const { dots, state } = this.view;
    if (!dots?.bind(state.n)) return;
    show(this.failed, false);
    dots.paint(this.labels);
    if (!dots.measure()) return;
    this.overlay.measure();
    this.view.local.outlines = [];
    this.view.local.firstOutlines = 0;
    this.overlay.draw();
    this.moved();
  }
}
