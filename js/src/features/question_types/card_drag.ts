/** Drags a card to a pile. */

import type { View } from "../../core/view_state";

/** So far the pointer may stray in a click. */
const SLOP = 4;
const PILE = "[data-pile]";

const px = (pixels: number): string => `${pixels}px`;

interface CardGestures {
  take(row: number): void;
  drop(pile: number): void;
}

interface Grabbed {
  row: number;
  pointer: number;
  x: number;
  y: number;
  /** The card that follows the pointer, once it has moved. */
  ghost: HTMLElement | null;
}

export class Dragging {
  private grabbed: Grabbed | null = null;

  constructor(
    view: View,
    private readonly within: HTMLElement,
    private readonly gestures: CardGestures,
  ) {
    const { signal } = view;
    window.addEventListener("pointermove", (event) => this.moved(event), { signal });
    window.addEventListener("pointerup", (event) => this.dropped(event), { signal });
    window.addEventListener("pointercancel", () => this.cancel(), { signal });
    signal.addEventListener("abort", () => this.cancel());
  }

  grab(event: PointerEvent, row: number): void {
    if (event.button !== 0) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.grabbed = { row, pointer, x, y, ghost: null };
  }

  /** Drop the card; returns whether one was dragged. */
  cancel(): boolean {
    const ghost = this.grabbed?.ghost;
    ghost?.remove();
    this.light(null);
    this.grabbed = null;
    return !!ghost;
  }

  private moved(event: PointerEvent): void {
    const { grabbed } = this;
    if (!grabbed || event.pointerId !== grabbed.pointer) return;
    const [dx, dy] = [event.clientX - grabbed.x, event.clientY - grabbed.y];
    if (!grabbed.ghost) {
      if (Math.hypot(dx, dy) <= SLOP) return;
      this.gestures.take(grabbed.row);
      grabbed.ghost = this.copy(grabbed.row);
    }
    if (grabbed.ghost) grabbed.ghost.style.translate = [dx, dy].map(px).join(" ");
    this.light(this.under(event));
  }

  private dropped(event: PointerEvent): void {
    const { grabbed } = this;
    if (!grabbed || event.pointerId !== grabbed.pointer) return;
    const pile = grabbed.ghost && this.under(event);
    this.cancel();
    if (pile) this.gestures.drop(Number(pile.dataset.pile));
  }

  private copy(row: number): HTMLElement | null {
    const card = this.within.querySelector<HTMLElement>(`[data-row="${row}"]`);
    if (!card) return null;
    const box = card.getBoundingClientRect();
    const ghost = card.cloneNode(true) as HTMLElement;
    ghost.classList.add("ssc-dragged");
    ghost.setAttribute("aria-hidden", "true");
    ghost.removeAttribute("data-row");
    ghost.tabIndex = -1;
    for (const side of ["left", "top", "width", "height"] as const)
      ghost.style[side] = px(box[side]);
    this.within.append(ghost);
    return ghost;
  }

  private under({ clientX, clientY }: PointerEvent): HTMLElement | null {
    const tree = this.within.getRootNode() as Document | ShadowRoot;
    const hit = tree.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(PILE);
    return hit && this.within.contains(hit) ? hit : null;
  }

  private light(pile: HTMLElement | null): void {
    for (const each of this.within.querySelectorAll(PILE))
      each.classList.toggle("ssc-target", each === pile);
  }
}
