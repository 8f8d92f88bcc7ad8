/** Detects the light or dark theme in hosts other than Jupyter. */

import { parentOf } from "../dom";

const SAID = "data-jp-theme-light";
const DARK = "(prefers-color-scheme: dark)";
/** Text brighter than this (of 255) means a dark theme. */
const BRIGHT = 140;

/** Mark the root as Jupyter marks its page, now and whenever the host changes. */
export function followTheme(root: HTMLElement, signal: AbortSignal): void {
  if (isSaid(root)) return;
  const look = (): void => {
    const light = String(!isBright(getComputedStyle(parentOf(root) ?? root).color));
    if (root.getAttribute(SAID) !== light) root.setAttribute(SAID, light);
  };
  const changes = new MutationObserver(look);
  for (const each of [document.documentElement, document.body])
    changes.observe(each, { attributes: true });
  window.matchMedia?.(DARK).addEventListener?.("change", look, { signal });
  signal.addEventListener("abort", () => changes.disconnect());
  look();
}

const isSaid = (element: Element | null): boolean =>
  !!element && (element.hasAttribute(SAID) || isSaid(parentOf(element)));

function isBright(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT;
}
