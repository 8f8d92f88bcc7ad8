/** Where boxes over the page stand, and when a click elsewhere closes them. */

import type { View } from "../core/view_state";

const EDGE = 8;

/** Under a button, within the widget's width; flush with its left side, or with its right one. */
export function under({ root }: View, box: HTMLElement, button: HTMLElement, right = false): void {
  const room = root.clientWidth - box.offsetWidth - EDGE;
  const [frame, at] = [root.getBoundingClientRect(), button.getBoundingClientRect()];
  const start = right ? at.right - box.offsetWidth : at.left;
  const left = start - frame.left - root.clientLeft;
  box.style.left = `${Math.max(EDGE, Math.min(room, left))}px`;
  box.style.top = `${at.bottom - frame.top - root.clientTop + 2}px`;
}

/** Call `close` when the pointer goes down anywhere but in these. */
export function besides(view: View, parts: (() => Element)[], close: () => void): void {
  const clicked = (event: Event): void => {
    const path = event.composedPath();
    if (!parts.some((part) => path.includes(part()))) close();
  };
  window.addEventListener("pointerdown", clicked, { capture: true, signal: view.signal });
}
