/** A list that shows whether there is more of it above or below. */

import { h, put } from "../core/dom";

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
