/** Pointer events on the plot, before bqplot's own handlers. */

import type { Description } from "../contract";
import { near, type Point } from "../core/geometry";
import { candidates } from "../core/linking";
import { isBlocked, type View } from "../core/view_state";
import type { Overlay } from "../plot/overlays/overlay";
import type { DragAndWheel, Ground, PlotGestures } from "./drag_and_wheel";

const REACH = 10;
const SAME_SPOT = 3;
/** Events of bqplot's marks, which would send every hover to the kernel. */
const SILENCED = ["mouseover", "mouseout", "mousemove", "dblclick"] as const;

export interface Tip {
  want(point: number | null): void;
  receive(description: Description): void;
  leave(to: EventTarget | null): void;
}

/** Code for the pointer: drags, wheel and tooltips. */
export interface Brought {
  touch(ground: Ground): DragAndWheel;
  readonly tip: Tip;
}

export class Pointer implements Ground {
  private made: DragAndWheel | null = null;
  private spot: { x: number; y: number } | null = null;
  /** The last click completed a link: the second half of a double click is ignored. */
  private linked = false;

  constructor(
    private readonly view: View,
    private readonly figure: () => HTMLElement | null,
    private readonly overlay: Overlay,
    private readonly brought: () => Brought | null,
    readonly gestures: PlotGestures,
  ) {
    const { root, signal } = view;
    this.onPlot("pointerdown", (event) => this.press(event));
    this.onPlot("mousedown", (event) => this.takeFocus(event));
    this.onPlot("click", (event) => this.click(event));
    for (const name of SILENCED) this.onPlot(name, (event) => event.stopPropagation());
    const wheel = (event: WheelEvent): void => {
      if (!this.isOnPlot(event)) return;
      this.tip?.want(null);
      this.touch?.pan.wheel(event);
    };
    root.addEventListener("wheel", wheel, { capture: true, passive: false, signal });
    root.addEventListener("pointermove", (event) => this.move(event), { capture: true, signal });
    root.addEventListener("pointerleave", () => this.leave(), { signal });
  }

  get touch(): DragAndWheel | null {
    this.made ??= this.brought()?.touch(this) ?? null;
    return this.made;
  }

  readonly local = (clientX: number, clientY: number): Point =>
    this.view.dots?.local(clientX, clientY) ?? [clientX, clientY];

  private get tip(): Tip | null {
    return this.brought()?.tip ?? null;
  }

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
    this.tip?.want(null);
    this.touch?.press(event);
  }

  /** The browser would give the focus to the notebook cell, whose keys are Jupyter's. */
  private takeFocus(event: MouseEvent): void {
    event.preventDefault();
    if (!this.view.state.conflict) this.view.focusPlot();
  }

  private click(event: MouseEvent): void {
    if (nameAt(event) && !this.touch?.dragged) return; // the name's own
    event.stopPropagation();
    if (isBlocked(this.view) || this.touch?.dragged || (this.linked && event.detail > 1)) return;
    this.linked = false;
    const again = this.isSameSpot(event);
    const hits = event.detail ? this.hits(event) : targeted(event);
    const free = candidates(this.view.local.linking, hits);
    if (again && free.length > 1)
      return this.gestures.choose(free, (chosen) => this.take(chosen, true, event));
    const [index] = free;
    if (index === undefined) return this.gestures.missed();
    this.take(index, again, event);
  }

  private take(index: number, again: boolean, event: MouseEvent): void {
    const begun = this.view.local.linking.first !== null;
    this.gestures.pick(index, again);
    const waiting = this.view.local.linking.first !== null;
    this.linked = begun && !waiting;
    this.spot = waiting ? { x: event.clientX, y: event.clientY } : null;
  }

  private move(event: PointerEvent): void {
    const { dots, local } = this.view;
    if (this.touch?.lasso.isDrawing || !dots?.ready) return;
    const hovering = this.isOnPlot(event) && !event.buttons;
    const hit = hovering && !nameAt(event) ? (this.hits(event)[0] ?? null) : null;
    if (hit === null) this.tip?.leave(event.composedPath()[0] ?? null);
    else this.tip?.want(hit);
    const { first, kind } = local.linking;
    const following = hovering && kind && first !== null;
    const to = this.local(event.clientX, event.clientY);
    this.overlay.drag(following ? { from: dots.at(first), to } : null);
  }

  private leave(): void {
    if (this.touch?.lasso.isDrawing) return;
    this.tip?.want(null);
    this.overlay.drag(null);
  }

  private isOnPlot(event: Event): boolean {
    const figure = this.figure();
    return figure !== null && (event.composedPath().includes(figure) || !!nameAt(event));
  }

  hits(event: MouseEvent): number[] {
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

/** The name of a cluster on the plot, if an event is of one: all but clicks go to the plot. */
const nameAt = (event: Event): Element | null =>
  (event.composedPath()[0] as Element).closest?.(".ssc-median");

/** A click that no pointer made, as assistive technology sends it, means the dot it was sent to. */
function targeted(event: Event): number[] {
  const index = (event.target as Element | null)
    ?.closest("[data-index]")
    ?.getAttribute("data-index");
  return index ? [Number(index)] : [];
}
