/** Drag and wheel on the plot: pan and zoom, lasso, drag of a link. */

import { type Combine, combined, enclosed, type Point } from "../core/geometry";
import { isBlocked, type View } from "../core/view_state";
import type { Overlay } from "../plot/overlays/overlay";
import { Lasso, type LassoHost } from "./lasso";
import { LinkDrag } from "./link_drag";
import { Pan } from "./pan";

export class DragAndWheel implements LassoHost {
  readonly lasso: Lasso;
  readonly pan: Pan;
  dragged = false;
  private readonly link: LinkDrag;

  constructor(
    private readonly view: View,
    private readonly overlay: Overlay,
    private readonly ground: Ground,
  ) {
    const { signal } = view;
    this.lasso = new Lasso(this, signal);
    this.pan = new Pan(view, {
      local: ground.local,
      dragging: () => this.isPanned(),
      pick: () => ground.gestures.enter(),
    });
    this.link = new LinkDrag(
      {
        local: ground.local,
        follow: (from, to) => this.drawLink(from, to),
        hits: (event) => ground.hits(event),
        join: (i, j) => ground.gestures.join(i, j),
      },
      signal,
    );
  }

  press(event: PointerEvent): void {
    this.dragged = false;
    this.pan.press(event);
    if (event.button !== 0 || isBlocked(this.view) || this.pan.isMine) return;
    const { mode } = this.view.local;
    if (mode === "lasso") this.lasso.start(event);
    const [first] = mode === "link" ? this.ground.hits(event) : [];
    if (first !== undefined) this.link.start(event, first);
  }

  local(clientX: number, clientY: number): Point {
    return this.ground.local(clientX, clientY);
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
    this.ground.gestures.select(combined(state.lasso?.indices ?? [], inside, how));
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
}

export interface PlotGestures {
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

/** The plot as gestures see it. */
export interface Ground {
  readonly gestures: PlotGestures;
  readonly local: (clientX: number, clientY: number) => Point;
  hits(event: MouseEvent): number[];
}
