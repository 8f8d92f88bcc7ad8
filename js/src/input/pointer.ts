/** What the pointer does on the plot. bqplot's own handlers hear none of it. */

import { type Combine, combined, enclosed, near, type Point } from "../plot/geometry";
import type { Overlay } from "../plot/overlay";
import type { Tooltip } from "../plot/tooltip";
import { isBlocked, type View } from "../view";
import { Lasso, type LassoHost } from "./lasso";
import { LinkDrag } from "./linkdrag";
import { candidates } from "./linking";
import { Pan } from "./pan";

const REACH = 10;
const SAME_SPOT = 3;
/** Heard by bqplot's marks, which would send every hover to the kernel. */
const SILENCED = ["mouseover", "mouseout", "mousemove", "dblclick"] as const;

export interface Hands {
  pick(index: number, again: boolean): void;
  missed(): void;
  select(indices: number[]): void;
  /** Pick the point at the keyboard's cursor. */
  enter(): void;
  /** Ask which of several points in one spot is meant. */
  choose(points: readonly number[], chosen: (index: number) => void): void;
  /** Two points were joined by a drag. */
  join(i: number, j: number): void;
}

export class Pointer implements LassoHost {
  readonly lasso: Lasso;
  readonly pan: Pan;
  private readonly link: LinkDrag;
  private spot: { x: number; y: number } | null = null;
  private dragged = false;
  /** The last click completed a link: the second half of a double click says nothing more. */
  private linked = false;

  constructor(
    private readonly view: View,
    private readonly figure: () => HTMLElement | null,
    private readonly overlay: Overlay,
    private readonly tip: Tooltip,
    private readonly hands: Hands,
  ) {
    const { root, signal } = view;
    this.lasso = new Lasso(this, signal);
    this.pan = new Pan(view, {
      local: (x, y) => this.local(x, y),
      dragging: () => this.isPanned(),
      pick: () => hands.enter(),
    });
    this.link = new LinkDrag(
      {
        local: (x, y) => this.local(x, y),
        follow: (from, to) => this.drawLink(from, to),
        hits: (event) => this.hits(event),
        join: (i, j) => hands.join(i, j),
      },
      signal,
    );
    this.onPlot("pointerdown", (event) => this.press(event));
    this.onPlot("mousedown", (event) => this.takeFocus(event));
    this.onPlot("click", (event) => this.click(event));
    for (const name of SILENCED) this.onPlot(name, (event) => event.stopPropagation());
    const wheel = (event: WheelEvent): void => {
      if (!this.isOnPlot(event)) return;
      this.tip.want(null);
      this.pan.wheel(event);
    };
    root.addEventListener("wheel", wheel, { capture: true, passive: false, signal });
    root.addEventListener("pointermove", (event) => this.move(event), { capture: true, signal });
    root.addEventListener("pointerleave", () => this.leave(), { signal });
  }

  // ------------------------------------------------------------------ for the lasso

  local(clientX: number, clientY: number): Point {
    return this.view.dots?.local(clientX, clientY) ?? [clientX, clientY];
  }

  drawing(outline: readonly Point[] | null): void {
    this.dragged ||= !!outline;
    this.overlay.drag(outline && { polygon: outline });
    if (this.view.local.drawing !== !!outline) this.view.set({ drawing: !!outline });
  }

  done(outline: readonly Point[], how: Combine): void {
    const { dots, state, local } = this.view;
    const around = state.lasso?.count ? local.firstOutlines : local.outlines.length;
    const first = state.lasso?.group ? around : 0;
    const kept = how === "replace" ? local.outlines.slice(0, first) : local.outlines;
    const drawn = outline.map((pixel) => this.view.stage.camera.place(pixel));
    this.view.set({ outlines: [...kept, drawn], firstOutlines: first });
    const inside = enclosed(dots?.points ?? [], outline).filter((i) => dots?.shows(i));
    this.hands.select(combined(state.lasso?.indices ?? [], inside, how));
  }

  // ------------------------------------------------------------------ events

  private onPlot<K extends keyof HTMLElementEventMap>(
    name: K,
    heard: (event: HTMLElementEventMap[K]) => void,
  ): void {
    const listener = (event: HTMLElementEventMap[K]): void => {
      if (this.isOnPlot(event)) heard(event);
    };
    this.view.root.addEventListener(name, listener, { capture: true, signal: this.view.signal });
  }

  private press(event: PointerEvent): void {
    if (event.button > 1) return;
    this.dragged = false;
    this.tip.want(null);
    this.pan.press(event);
    if (event.button !== 0 || isBlocked(this.view) || this.pan.isMine) return;
    const { mode } = this.view.local;
    if (mode === "lasso") this.lasso.start(event);
    const [first] = mode === "link" ? this.hits(event) : [];
    if (first !== undefined) this.link.start(event, first);
  }

  private drawLink(from: number | null, to: Point): void {
    this.dragged ||= from !== null;
    const { dots } = this.view;
    this.overlay.drag(from === null || !dots ? null : { from: dots.at(from), to });
  }

  /** The plot is moved: what else a press could have begun is over. */
  private isPanned(): void {
    this.dragged = true;
    this.lasso.cancel();
    this.link.cancel();
  }

  /** The browser would give the focus to the notebook cell, whose keys are Jupyter's. */
  private takeFocus(event: MouseEvent): void {
    event.preventDefault();
    if (!this.view.state.conflict) this.view.focusPlot();
  }

  private click(event: MouseEvent): void {
    event.stopPropagation();
    if (isBlocked(this.view) || this.dragged || (this.linked && event.detail > 1)) return;
    this.linked = false;
    const again = this.isSameSpot(event);
    const hits = event.detail ? this.hits(event) : targeted(event);
    const free = candidates(this.view.local.linking, hits);
    if (again && free.length > 1)
      return this.hands.choose(free, (chosen) => this.take(chosen, true, event));
    const [index] = free;
    if (index === undefined) return this.hands.missed();
    this.take(index, again, event);
  }

  private take(index: number, again: boolean, event: MouseEvent): void {
    const begun = this.view.local.linking.first !== null;
    this.hands.pick(index, again);
    const waiting = this.view.local.linking.first !== null;
    this.linked = begun && !waiting;
    this.spot = waiting ? { x: event.clientX, y: event.clientY } : null;
  }

  private move(event: PointerEvent): void {
    const { dots, local } = this.view;
    if (this.lasso.isDrawing || !dots?.ready) return;
    const hovering = this.isOnPlot(event) && !event.buttons;
    const hit = hovering ? (this.hits(event)[0] ?? null) : null;
    if (hit === null) this.tip.leave(event.composedPath()[0] ?? null);
    else this.tip.want(hit);
    const { first, kind } = local.linking;
    const following = hovering && kind && first !== null;
    const to = this.local(event.clientX, event.clientY);
    this.overlay.drag(following ? { from: dots.at(first), to } : null);
  }

  private leave(): void {
    if (this.lasso.isDrawing) return;
    this.tip.want(null);
    this.overlay.drag(null);
  }

  // ------------------------------------------------------------------ which point

  private isOnPlot(event: Event): boolean {
    const figure = this.figure();
    return figure !== null && event.composedPath().includes(figure);
  }

  private hits(event: MouseEvent): number[] {
    const [x, y] = this.local(event.clientX, event.clientY);
    const { dots } = this.view;
    return near(dots?.points ?? [], x, y, REACH).filter((i) => dots?.shows(i));
  }

  private isSameSpot({ clientX, clientY, detail }: MouseEvent): boolean {
    const { spot } = this;
    return (
      spot !== null && detail > 0 && Math.hypot(clientX - spot.x, clientY - spot.y) <= SAME_SPOT
    );
  }
}

/** A click that no pointer made, as assistive technology sends it, means the dot it was sent to. */
function targeted(event: Event): number[] {
  const index = (event.target as Element | null)
    ?.closest("[data-index]")
    ?.getAttribute("data-index");
  return index ? [Number(index)] : [];
}
