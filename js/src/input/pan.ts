/** Pans and zooms the plot by drag, two fingers or wheel, without the kernel. */

import { focusOf } from "../core/dom";
import type { Point } from "../core/geometry";
import type { View } from "../core/view_state";

const TAP = 4;
/** How much larger a wheel's step of one pixel makes the plot, as a power of two. */
const WHEEL = 0.003;
/** A pinch on a touch pad arrives as a wheel with small steps. */
const PAD = 0.012;
const PAD_STEP = 50;
/** What a wheel's lines and pages are worth, in pixels. */
const UNITS = [1, 20, 400] as const;
/** How long the note about zooming is shown, in milliseconds. */
const TOLD = 4000;

export interface PanHost {
  local(clientX: number, clientY: number): Point;
  /** A drag has begun, which is no click and no lasso. */
  dragging(): void;
  /** Pick the point at the cursor, as the space bar does where it moves nothing. */
  pick(): void;
}

/** By how much a turn of the wheel zooms. */
export function wheelFactor({ deltaY, deltaMode, ctrlKey }: WheelLike): number {
  const pixels = deltaY * (UNITS[deltaMode as 0 | 1 | 2] ?? 1);
  const pad = ctrlKey && deltaMode === 0 && Math.abs(pixels) < PAD_STEP;
  return 2 ** (-pixels * (pad ? PAD : WHEEL));
}

type WheelLike = Pick<WheelEvent, "deltaY" | "deltaMode" | "ctrlKey">;

export class Pan {
  private readonly held = new Map<number, Point>();
  private start: Point | null = null;
  private moving = false;
  private space = false;
  private used = false;
  private stop: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: View,
    private readonly host: PanHost,
  ) {
    const { signal } = view;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    window.addEventListener("keyup", (event) => this.release(event), { capture: true, signal });
  }

  /** Whether a press on the plot moves it, and draws no lasso or link. */
  get isMine(): boolean {
    return this.space || this.view.local.mode === "inspect";
  }

  /** The pointer was pressed on the plot. A second finger zooms in every mode. */
  press(event: PointerEvent): void {
    const at = this.host.local(event.clientX, event.clientY);
    this.held.set(event.pointerId, at);
    if (this.held.size === 1) this.follow();
    if (this.held.size > 1) this.begin();
    else this.start = this.isMine || event.button === 1 ? at : null;
  }

  /** A key: the space bar, held on the plot in Link and Lasso, moves it. */
  key(event: KeyboardEvent): boolean {
    const { local, root } = this.view;
    const active = focusOf(root);
    const onPlot = active?.matches(".ssc-figure") && root.contains(active);
    if (event.key !== " " || local.mode === "inspect" || !onPlot) return false;
    if (!this.space) this.used = false;
    this.space = true;
    return true;
  }

  /** The wheel was turned over the plot. */
  wheel(event: WheelEvent): void {
    const { stage, root } = this.view;
    const active = focusOf(root);
    const focused = active?.matches(".ssc-figure") ?? false;
    const ours = root.contains(active) && focused;
    const meant = event.ctrlKey || event.metaKey;
    if (!meant && !ours) return this.tell();
    const factor = wheelFactor(event);
    // A page that scrolls past a fully visible plot is not held up by it
    if (!meant && factor < 1 && stage.camera.isHome) return;
    event.preventDefault();
    const at = this.host.local(event.clientX, event.clientY);
    stage.move((camera) => camera.zoomAt(at, factor));
  }

  private follow(): void {
    this.stop = new AbortController();
    const signal = AbortSignal.any([this.stop.signal, this.view.signal]);
    const options = { capture: true, signal };
    window.addEventListener("pointermove", (event) => this.move(event), options);
    window.addEventListener("pointerup", (event) => this.lift(event), options);
    window.addEventListener("pointercancel", (event) => this.lift(event), options);
  }

  private begin(): void {
    if (this.moving) return;
    this.moving = true;
    this.used = true;
    this.host.dragging();
    this.view.root.toggleAttribute("data-ssc-panning", true);
  }

  private move(event: PointerEvent): void {
    const before = this.held.get(event.pointerId);
    if (!before) return;
    const now = this.host.local(event.clientX, event.clientY);
    const { start } = this;
    if (!this.moving && start && Math.hypot(now[0] - start[0], now[1] - start[1]) > TAP) {
      this.begin();
      this.held.set(event.pointerId, start);
      return this.move(event);
    }
    if (!this.moving) return;
    const other = [...this.held].find(([id]) => id !== event.pointerId)?.[1];
    this.held.set(event.pointerId, now);
    if (other) this.pinch(before, now, other);
    else this.view.stage.move((camera) => camera.panBy(now[0] - before[0], now[1] - before[1]));
  }

  /** One of two fingers moved: the place between them stays between them. */
  private pinch(before: Point, now: Point, other: Point): void {
    const factor = apart(now, other) / Math.max(1, apart(before, other));
    const [from, to] = [middle(before, other), middle(now, other)];
    this.view.stage.move((camera) => {
      camera.panBy(to[0] - from[0], to[1] - from[1]);
      camera.zoomAt(to, factor);
    });
  }

  private lift(event: PointerEvent): void {
    this.held.delete(event.pointerId);
    if (this.held.size) return;
    this.stop?.abort();
    this.start = null;
    this.moving = false;
    this.view.root.removeAttribute("data-ssc-panning");
  }

  private release(event: KeyboardEvent): void {
    if (event.key !== " " || !this.space) return;
    this.space = false;
    if (!this.used) this.host.pick();
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.view.set({ wheeled: false }), TOLD);
    if (!this.view.local.wheeled) this.view.set({ wheeled: true });
  }
}

const apart = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1]);
const middle = (p: Point, q: Point): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
