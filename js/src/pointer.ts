/** What the pointer does on the plot. bqplot's own handlers hear none of it. */

import { beneath, combined, enclosed, near } from "./geometry";
import { Lasso } from "./lasso";
import { candidates } from "./linking";
import type { Overlay } from "./overlay";
import type { Tooltip } from "./tooltip";
import { isBlocked, type View } from "./view";

const REACH = 10;
const SAME_SPOT = 3;
/** Heard by bqplot's marks, which would send every hover to the kernel. */
const SILENCED = ["mouseover", "mouseout", "mousemove", "dblclick"];

export interface Hands {
  pick(index: number, again: boolean): void;
  missed(): void;
  select(indices: number[]): void;
}

export function pointers(view: View, figure: HTMLElement, overlay: Overlay, tip: Tooltip, hands: Hands): Lasso {
  const options = { capture: true, signal: view.signal };
  let spot: { x: number; y: number; index: number } | null = null;
  let dragged = false;

  const lasso = new Lasso(
    {
      local: (x, y) => view.dots?.local(x, y) ?? [x, y],
      drawing: (outline) => {
        dragged ||= !!outline;
        overlay.drag(outline && { polygon: outline });
        if (view.local.drawing !== !!outline) view.set({ drawing: !!outline });
      },
      done: (outline, how) => {
        const inside = enclosed(view.dots?.points ?? [], outline);
        const before = view.state.lasso?.indices ?? [];
        hands.select(combined(before, inside, how));
      },
    },
    view.signal,
  );

  const isOnPlot = (event: Event): boolean => event.composedPath().includes(figure);
  const hitsAt = (event: MouseEvent): number[] => {
    if (!view.dots) return [];
    const [x, y] = view.dots.local(event.clientX, event.clientY);
    return near(view.dots.points, x, y, REACH);
  };

  const onPress = (event: PointerEvent): void => {
    if (!isOnPlot(event) || event.button !== 0 || isBlocked(view)) return;
    dragged = false;
    tip.want(null);
    if (view.local.mode === "lasso") lasso.start(event);
  };
  // The browser would give the focus to the notebook cell, whose keys are Jupyter's.
  const onMouseDown = (event: MouseEvent): void => {
    if (!isOnPlot(event)) return;
    event.preventDefault();
    if (!view.state.conflict) view.focusPlot();
  };
  const onClick = (event: MouseEvent): void => {
    if (!isOnPlot(event)) return;
    event.stopPropagation();
    if (isBlocked(view) || dragged) return;
    const hits = event.detail ? hitsAt(event) : targeted(event);
    const { linking } = view.local;
    const again =
      spot !== null && Math.hypot(event.clientX - spot.x, event.clientY - spot.y) <= SAME_SPOT && event.detail > 0;
    let index = again ? beneath(hits, spot?.index ?? null) : (candidates(linking, hits)[0] ?? null);
    if (linking.kind && index === linking.first) index = candidates(linking, hits)[0] ?? null;
    if (index === null) return hands.missed();
    hands.pick(index, again);
    const waiting = view.local.linking.first !== null;
    spot = waiting ? { x: event.clientX, y: event.clientY, index } : null;
  };
  const onMove = (event: PointerEvent): void => {
    if (lasso.isDrawing || !view.dots?.ready) return;
    const on = isOnPlot(event) && !event.buttons;
    tip.want(on ? (hitsAt(event)[0] ?? null) : null);
    const { first, kind } = view.local.linking;
    const following = on && kind && first !== null;
    overlay.drag(
      following ? { from: view.dots.at(first), to: view.dots.local(event.clientX, event.clientY) } : null,
    );
  };
  const onLeave = (): void => {
    if (lasso.isDrawing) return;
    tip.want(null);
    overlay.drag(null);
  };
  const silence = (event: Event): void => {
    if (isOnPlot(event)) event.stopPropagation();
  };

  const { root } = view;
  root.addEventListener("pointerdown", onPress, options);
  root.addEventListener("mousedown", onMouseDown, options);
  root.addEventListener("click", onClick, options);
  root.addEventListener("pointermove", onMove, options);
  root.addEventListener("pointerleave", onLeave, { signal: view.signal });
  for (const name of SILENCED) root.addEventListener(name, silence, options);
  return lasso;
}

/** A click that no pointer made, as assistive technology sends it, means the dot it was sent to. */
function targeted(event: Event): number[] {
  const index = (event.target as Element | null)?.closest("[data-index]")?.getAttribute("data-index");
  return index ? [Number(index)] : [];
}
