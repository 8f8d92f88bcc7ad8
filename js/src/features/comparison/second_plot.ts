/** The second plot of the comparison, drawn by the same painters and the same camera. */

import type { Both, State } from "../../contract";
import { h, put } from "../../core/dom";
import { decode, type Labels } from "../../core/dots";
import { near, type Point } from "../../core/geometry";
import { Sheet } from "../../core/theme/own_style_sheet";
import type { Local, View } from "../../core/view_state";
import { Pan } from "../../input/pan";
import { Overlay } from "../../plot/overlays/overlay";
import { clusterRules } from "../../plot/palette";
import { Stage } from "../../plot/stage";
import { Differing, type Marked } from "./differing_points";
import * as words from "./text";

const REACH = 10;

export interface SecondPlotGestures {
  hover(index: number | null): void;
  pick(index: number): void;
}

export class Second {
  readonly el = h("div", { class: "ssc-other", role: "img" });
  private readonly rules = new Sheet();
  private readonly shown: Shown;
  private readonly stage: Stage;
  private readonly overlay: Overlay;
  private places: DataView | null = null;
  private xy: unknown = null;
  private bytes: unknown = null;
  private labels: Labels = new Uint16Array();
  private clusters = 0;
  private dragged = false;

  constructor(
    private readonly view: View,
    marked: Marked,
    private readonly gestures: SecondPlotGestures,
  ) {
    this.shown = new Shown(view, this.el);
    this.overlay = new Overlay(this.shown);
    this.overlay.add(new Differing(marked));
    this.stage = new Stage(this.shown, this.overlay, () => undefined);
    this.shown.stage = this.stage;
    this.el.append(...this.stage.parts, this.overlay.el);
    const sizes = new ResizeObserver(() => this.stage.look());
    sizes.observe(this.el);
    view.signal.addEventListener("abort", () => {
      sizes.disconnect();
      this.rules.drop();
    });
    this.listen();
  }

  get dots() {
    return this.stage.dots;
  }

  /** Show what was found; the places of the points are those of the first plot. */
  paint(found: Both, bytes: unknown, title: string): void {
    const { view, shown, stage } = this;
    put(this.el, "aria-label", words.clusteringBy(title));
    put(this.el, "data-ssc-dim", view.root.hasAttribute("data-ssc-dim"));
    shown.state = other(view.state, found);
    if (found.names.length !== this.clusters) {
      this.clusters = found.names.length;
      this.rules.text = clusterRules(this.clusters);
      this.rules.adopt(view.root);
      this.bytes = null;
    }
    const { xy } = view.stage.dots;
    if (xy !== this.xy) {
      this.xy = xy;
      this.places = new DataView(xy.buffer, xy.byteOffset, xy.byteLength);
    }
    stage.take(this.places);
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.labels = decode(bytes, 2);
      stage.paint(this.labels);
    }
    stage.hold(this.el);
    this.follow();
    this.overlay.draw();
  }

  /** Copy the camera of the first plot. */
  follow(): void {
    const { camera, dots } = this.view.stage;
    this.stage.dots.offsets = dots.offsets;
    this.stage.move((own) => own.show(camera.limits));
  }

  cluster(i: number): number {
    return this.labels[i] ?? 0;
  }

  private listen(): void {
    const { el, view } = this;
    const { signal } = view;
    const pan = new Pan(view, {
      local: (x, y) => this.local(x, y),
      dragging: () => {
        this.dragged = true;
      },
      pick: () => undefined,
    });
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      heard: (event: HTMLElementEventMap[K]) => void,
    ): void => el.addEventListener(name, heard, { signal, passive: false });
    on("pointerdown", (event) => {
      this.dragged = false;
      if (event.button <= 1) pan.press(event);
    });
    on("mousedown", (event) => {
      event.preventDefault();
      view.focusPlot();
    });
    on("wheel", (event) => pan.wheel(event));
    on("pointermove", (event) => !event.buttons && this.gestures.hover(this.hit(event)));
    on("pointerleave", () => this.gestures.hover(null));
    on("click", (event) => {
      const index = this.hit(event);
      if (!this.dragged && index !== null) this.gestures.pick(index);
    });
  }

  private local(x: number, y: number): Point {
    return this.stage.dots.local(x, y);
  }

  private hit(event: MouseEvent): number | null {
    const { dots } = this.stage;
    const [x, y] = this.local(event.clientX, event.clientY);
    return near(dots.points, x, y, REACH).find((i) => dots.shows(i)) ?? null;
  }
}

/** The state of the second plot: its own clusters and violations, no question. */
function other(state: State, found: Both): State {
  const violated = new Set(found.violated);
  return {
    ...state,
    axes: { ...state.axes, painter: state.axes.painter === "svg" ? "marks" : state.axes.painter },
    clusters: found.names.map((name, id) => ({ id, name, size: 0 })),
    links: state.links.map((link) => ({ ...link, violated: violated.has(link.answer) })),
    question: null,
    placement: null,
    sorting: null,
    conflict: null,
    moved: [],
  };
}

/** The view for the painters of the second plot: another plot, state and root. */
class Shown {
  stage!: Stage;
  state: State;
  readonly local: Local;

  constructor(
    private readonly view: View,
    readonly root: HTMLElement,
  ) {
    this.state = view.state;
    // what a painter writes there is this plot's alone
    this.local = Object.create(view.local) as Local;
  }

  get dots() {
    return this.stage.dots;
  }
  get signal() {
    return this.view.signal;
  }
  get names() {
    return this.view.names;
  }
  get images() {
    return this.view.images;
  }
  get previews() {
    return this.view.previews;
  }
  get columns() {
    return this.view.columns;
  }
  modelValue(name: string): unknown {
    return this.view.modelValue(name);
  }
  send: View["send"] = (message) => this.view.send(message);
  set: View["set"] = (change) => this.view.set(change);
  announce: View["announce"] = (text) => this.view.announce(text);
  focusPlot: View["focusPlot"] = () => this.view.focusPlot();
  reveal: View["reveal"] = (element, asked) => this.view.reveal(element, asked);
}
