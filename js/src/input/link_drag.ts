/** The drag from one point to another in Link mode. */

import type { Point } from "../core/geometry";

const TAP = 4;

export interface LinkDragHost {
  local(clientX: number, clientY: number): Point;
  /** The line from the first point to the pointer, or none. */
  follow(from: number | null, to: Point): void;
  hits(event: PointerEvent): number[];
  join(i: number, j: number): void;
}

export class LinkDrag {
  private stop: AbortController | null = null;

  constructor(
    private readonly host: LinkDragHost,
    private readonly signal: AbortSignal,
  ) {}

  /** A press on a point: a drag makes a link, anything less is a click. */
  start(event: PointerEvent, from: number): void {
    this.cancel();
    const begun = this.host.local(event.clientX, event.clientY);
    this.stop = new AbortController();
    const options = { capture: true, signal: AbortSignal.any([this.stop.signal, this.signal]) };
    let far = false;
    const move = (moved: PointerEvent): void => {
      const to = this.host.local(moved.clientX, moved.clientY);
      far ||= Math.hypot(to[0] - begun[0], to[1] - begun[1]) > TAP;
      if (far) this.host.follow(from, to);
    };
    const lift = (lifted: PointerEvent): void => {
      this.cancel();
      const [other] = far ? this.host.hits(lifted).filter((hit) => hit !== from) : [];
      if (other !== undefined) this.host.join(from, other);
    };
    window.addEventListener("pointermove", move, options);
    window.addEventListener("pointerup", lift, options);
    window.addEventListener("pointercancel", () => this.cancel(), options);
  }

  cancel(): void {
    if (!this.stop) return;
    this.stop.abort();
    this.stop = null;
    this.host.follow(null, [0, 0]);
  }
}
