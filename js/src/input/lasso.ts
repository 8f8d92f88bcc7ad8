/** Drawing a lasso: from a press on the plot to the outline it leaves. */

import type { Combine, Point } from "../core/geometry";

const TAP = 4;

export interface LassoHost {
  local(clientX: number, clientY: number): Point;
  drawing(outline: readonly Point[] | null): void;
  done(outline: readonly Point[], how: Combine): void;
}

type Modifiers = Pick<MouseEvent, "shiftKey" | "altKey">;

/** Plain replaces, Shift adds, Alt removes. */
export const combineOf = ({ shiftKey, altKey }: Modifiers): Combine =>
  altKey ? "remove" : shiftKey ? "add" : "replace";

export class Lasso {
  private outline: Point[] = [];
  private how: Combine = "replace";
  private stop: AbortController | null = null;

  constructor(
    private readonly host: LassoHost,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener("abort", () => this.cancel());
  }

  get isDrawing(): boolean {
    return this.stop !== null;
  }

  start(event: PointerEvent): void {
    this.cancel();
    this.outline = [this.host.local(event.clientX, event.clientY)];
    this.how = combineOf(event);
    this.stop = new AbortController();
    const options = { capture: true, signal: AbortSignal.any([this.stop.signal, this.signal]) };
    window.addEventListener("pointermove", (move) => this.extend(move), options);
    window.addEventListener("pointerup", () => this.finish(), options);
    window.addEventListener("pointercancel", () => this.cancel(), options);
  }

  cancel(): void {
    if (!this.stop) return;
    this.stop.abort();
    this.stop = null;
    this.host.drawing(null);
  }

  private get isDrag(): boolean {
    const [[x0, y0] = [0, 0]] = this.outline;
    return this.outline.some(([x, y]) => Math.hypot(x - x0, y - y0) > TAP);
  }

  private extend(event: PointerEvent): void {
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of steps.length ? steps : [event]) {
      this.outline.push(this.host.local(clientX, clientY));
    }
    if (this.isDrag) this.host.drawing(this.outline);
  }

  private finish(): void {
    const { outline, how, isDrag } = this;
    this.cancel();
    if (isDrag) this.host.done(outline, how);
  }
}
