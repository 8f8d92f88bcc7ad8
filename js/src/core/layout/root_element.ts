/** Finds the root element of a view, or makes one outside Jupyter. */

import { h } from "../dom";
import type { Model } from "../model";
import { bringStyle } from "../theme/own_style_sheet";
import { followTheme } from "../theme/theme";

/** Find or make the root, with theme and style; `alone` where no figure will come. */
export function rootOf(
  el: HTMLElement,
  model: Model,
  signal: AbortSignal,
): { root: HTMLElement; alone: boolean } {
  const around = el.closest<HTMLElement>(".ssc-root");
  const root = around ?? ownRoot(el);
  bringStyle(root, model.get("_css"), signal);
  followTheme(root, signal);
  return { root, alone: !around };
}

/** A root around what a view has put into its element so far. */
function ownRoot(el: HTMLElement): HTMLElement {
  const layer = h("div", { class: "ssc-layer" });
  layer.append(...el.childNodes);
  const root = h("div", { class: "ssc-root" }, layer);
  el.classList.remove("ssc-layer");
  el.append(root);
  return root;
}

/** How often to look, in milliseconds: a change in a shadow tree is not observed from outside. */
const EVERY = 250;

/** Call `start` once the element is on the page: now, or as soon as it is. */
export function whenOnPage(element: Element, start: () => void, signal: AbortSignal): void {
  if (element.isConnected) return start();
  const look = (): void => {
    if (!element.isConnected) return;
    end();
    start();
  };
  const observer = new MutationObserver(look);
  const timer = setInterval(look, EVERY);
  const end = (): void => {
    clearInterval(timer);
    observer.disconnect();
  };
  observer.observe(document, { childList: true, subtree: true });
  signal.addEventListener("abort", end);
}
