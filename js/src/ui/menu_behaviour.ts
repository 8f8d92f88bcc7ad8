/** What menus and popovers share: their place, their keys, and how a click elsewhere closes them. */

import { focusOf, h, put } from "../core/dom";
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

/** Move the focus among items; true if the key was a menu's. */
export function moveFocus(menu: Element, event: KeyboardEvent): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const now = items.indexOf(focusOf(menu) as HTMLElement);
  const target =
    event.key === "ArrowDown"
      ? (now + 1) % items.length
      : event.key === "ArrowUp"
        ? now <= 0
          ? items.length - 1
          : now - 1
        : event.key === "Home"
          ? 0
          : event.key === "End"
            ? items.length - 1
            : null;
  if (target === null) return false;
  items[target]?.focus();
  return true;
}

export function scrolling(items: readonly HTMLElement[]): HTMLElement {
  const el = h("div", { class: "ssc-list", role: "presentation" }, ...items);
  const look = (): void => {
    put(el, "data-above", el.scrollTop > 1 ? "true" : null);
    put(el, "data-below", el.scrollTop + el.clientHeight < el.scrollHeight - 1 ? "true" : null);
  };
  el.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(el);
  return el;
}
