/** The keys of a menu, whatever is in it. */

import { focusOf } from "../core/focus";

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
