/** The plot of one view: camera, axes, points and links, at rest or in motion. */

import { Camera, type Limits, type Range } from "../core/camera";
import { Dots, type Labels, places, type Scene } from "../core/dots";
import type { Point } from "../core/geometry";
import { highlightedClusters, type View } from "../core/view_state";
import { isStill, Motion } from "./animation";
import { Axes } from "./axis_lines";
import type { Overlay } from "./overlays/overlay";
import { Canvas } from "./painters/canvas_painter";
import { Nodes } from "./painters/svg_painter";

const GLIDE = 250;
const FLIGHT = 180;

export class Stage implements Scene {
  readonly camera = new Camera();
  readonly dots: Dots;
  /** Under the links: the canvas, the axes, and what the canvas reads its colours from. */
  readonly parts: Element[];
  private readonly axes = new Axes(this.camera);
  private readonly canvas = new Canvas();
  private readonly motion: Motion;
  private nodes: Nodes | null = null;
  private figure: HTMLElement | null = null;
  private bytes: unknown;
  private home = "";
  private size: Point = [0, 0];
  /** The points are moving, away from the camera's places. */
  private gliding = false;
  /** What was visible at the last rest. */
  private seen: readonly unknown[] = [];
  /** Where the camera flies to. */
  private goal: Limits | null = null;

  constructor(
    private readonly view: View,
    private readonly overlay: Overlay,
    private readonly rested: () => void,
  ) {
    this.dots = new Dots(overlay.el, this.camera, (name, indices) => {
      this.nodes?.flag(name, indices);
      this.stale();
    });
    this.parts = [this.canvas.colours.el, this.canvas.el, this.axes.el];
    this.motion = new Motion((moving) => this.draw(moving), view.signal);
  }

  /** New places of the points: they glide there. */
  take(bytes: unknown): void {
    const { dots, view, camera } = this;
    const { home, unit } = view.state.axes;
    const key = JSON.stringify([home, unit]);
    const moved = bytes !== this.bytes;
    const bound = this.bind(); // bqplot may have drawn a number of points before it was told here
    const before = dots.points;
    if (key !== this.home) camera.settle(inUnits(home, unit));
    else if (!moved && !bound) return;
    [this.bytes, this.home] = [bytes, key];
    if (moved) {
      dots.take(places(bytes));
      view.local.spread = false;
    }
    const glides = moved && dots.ready && before.length === dots.points.length;
    dots.ready = this.isReady;
    if (glides) this.glide(before);
    else this.draw(false);
  }

  paint(labels: Labels): void {
    this.dots.paint(labels);
    this.nodes?.paint(labels);
    this.stale();
  }

  /** A figure has been found, or another one: bqplot's, or a ground of our own. */
  hold(figure: HTMLElement): void {
    this.figure = figure;
    this.nodes = null;
    this.look();
  }

  /** The figure may have changed; returns whether it is visible. */
  look(): boolean {
    const { figure, dots } = this;
    if (!figure || figure.checkVisibility?.() === false) return false;
    const resized = this.measure();
    const bound = this.bind();
    dots.ready = this.isReady;
    if (resized || bound) this.draw(this.motion.isMoving);
    return true;
  }

  /** Other colours: the number of clusters or the theme has changed. */
  restyle(): void {
    this.canvas.colours.forget();
    this.stale();
  }

  /** What a canvas shows is out of date; nodes follow their attributes by themselves. */
  stale(): void {
    if (this.dots.ready && !this.isNodes) this.motion.again();
  }

  /** Draw what is out of date before the next frame, which then has less to do. */
  now(): void {
    this.motion.now();
  }

  move(change: (camera: Camera) => void): void {
    const before = this.camera.limits;
    change(this.camera);
    if (before === this.camera.limits) return;
    this.gliding = false;
    this.goal = null;
    this.motion.touched();
  }

  fly(change: (camera: Camera) => void): void {
    const { camera } = this;
    const from = camera.limits;
    if (this.goal) camera.show(this.goal);
    change(camera);
    const to = camera.limits;
    if (from === to) return;
    this.gliding = false;
    this.goal = to;
    this.motion.glide(FLIGHT, (share) => {
      camera.between(from, to, share);
      if (share >= 1) this.goal = null;
    });
  }

  reveal(indices: readonly number[]): boolean {
    if (!this.dots.ready || indices.every((i) => this.dots.shows(i))) return false;
    this.fly((camera) => camera.reveal(this.dots.xy, indices));
    return true;
  }

  get isSpread(): boolean {
    return this.dots.offsets !== null;
  }

  spread(offsets: Float64Array | null): void {
    const before = this.dots.points.slice();
    this.dots.offsets = offsets;
    this.glide(before);
  }

  private get isReady(): boolean {
    const { dots, view } = this;
    return dots.n > 0 && dots.n === view.state.n && this.size[0] > 0 && this.size[1] > 0;
  }

  /** Whether bqplot's nodes show the points while they rest. */
  private get isNodes(): boolean {
    return this.nodes !== null && this.view.state.axes.painter === "svg";
  }

  private glide(from: Float64Array): void {
    const { dots } = this;
    dots.project();
    if (isStill()) return this.draw(false);
    const to = dots.points.slice();
    this.gliding = true;
    this.goal = null;
    this.motion.glide(GLIDE, (share) => {
      this.gliding = share < 1;
      for (let k = 0; k < to.length; k++) {
        const start = from[k] as number;
        dots.points[k] = start + ((to[k] as number) - start) * share;
      }
    });
  }

  private measure(): boolean {
    const { clientWidth = 0, clientHeight = 0 } = this.overlay.el.parentElement ?? {};
    if (clientWidth === this.size[0] && clientHeight === this.size[1]) return false;
    this.size = [clientWidth, clientHeight];
    this.camera.inner = this.axes.inner(clientWidth, clientHeight);
    return true;
  }

  /** Bind bqplot's nodes, once they exist; returns whether they are new. */
  private bind(): boolean {
    const { figure, dots, view } = this;
    if (!figure || view.state.axes.painter !== "svg") return false;
    const nodes = this.nodes ?? new Nodes(figure);
    if (nodes.holds(view.state.n)) return nodes.isShifted();
    const bound = nodes.bind(view.state.n);
    const before = this.nodes;
    this.nodes = bound ? nodes : null;
    if (!bound) return before !== null;
    nodes.paint(dots.labels);
    for (const [name, indices] of dots.flags) nodes.flag(name, indices);
    return true;
  }

  private draw(moving: boolean): void {
    const { dots, camera, view, axes, canvas } = this;
    if (!dots.ready) return;
    const { state, root, local } = view;
    dots.fill = local.fill ?? local.shade;
    if (axes.widens(state.axes)) camera.inner = axes.inner(...this.size);
    if (!this.gliding) dots.project();
    const nodes = this.isNodes && !moving ? this.nodes : null;
    root.toggleAttribute("data-ssc-nodes", !!nodes);
    if (nodes) {
      nodes.place(dots.points, camera);
      canvas.clear();
    } else {
      const kind = state.axes.painter === "squares" ? "squares" : "marks";
      const lit = new Set(highlightedClusters(view));
      const dim = root.matches("[data-ssc-dim],[data-ssc-lit]");
      const most = Math.max(1, state.clusters.length, view.local.fitStep?.clusters ?? 0);
      canvas.draw(dots, camera, kind, most, dim, lit);
    }
    axes.draw(state.axes);
    this.overlay.measure(camera.inner, this.size);
    this.overlay.draw(moving);
    if (!moving) this.settle();
  }

  /** At rest: call `rested` if positions have changed since the last rest. */
  private settle(): void {
    const { camera, dots, size } = this;
    const now = [camera.limits, camera.inner, dots.xy, dots.offsets, size];
    if (now.every((each, k) => each === this.seen[k])) return;
    this.seen = now;
    this.rested();
  }
}

/** Limits in the values of the axes, in the units of the camera. */
function inUnits(home: Limits, unit: Limits): Limits {
  const shares = (way: 0 | 1): Range => {
    const [low, high] = unit[way];
    return [(home[way][0] - low) / (high - low), (home[way][1] - low) / (high - low)];
  };
  return [shares(0), shares(1)];
}
