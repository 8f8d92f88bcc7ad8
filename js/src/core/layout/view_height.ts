/** The height of a view: that of its contents, a number of pixels, or all the space of the host. */

import { parentOf, put } from "../dom";
import type { Model } from "../model";

/** JupyterLab's view of an output beside the notebook: nothing else is in there. */
const OUTPUT_VIEW = ".jp-LinkedOutputView";
const LEAST = 420;
const MARGIN = 16;
/** Whatever else is in the frame scrolls away, unless it takes no more than this share of it. */
const BESIDE = 0.25;

export function followHeight(model: Model, root: HTMLElement, signal: AbortSignal): void {
  let frames: ResizeObserver | null = null;
  const fill = (): number => {
    const { box, beside } = frame(root);
    frames ??= new ResizeObserver(() => apply());
    if (box) frames.observe(box);
    const all = box?.clientHeight ?? window.innerHeight;
    const taken = box && beside <= BESIDE * all ? beside : MARGIN;
    return Math.max(LEAST, Math.floor(all - taken));
  };
  const apply = (): void => {
    const asked = model.get("height") ?? (root.closest(OUTPUT_VIEW) ? "fill" : null);
    const pixels = asked === "fill" ? fill() : asked;
    put(root, "data-ssc-sized", pixels !== null);
    root.style.setProperty("--ssc-height", pixels === null ? null : `${pixels}px`);
  };
  model.on("change:height", apply);
  window.addEventListener("resize", apply, { signal });
  signal.addEventListener("abort", () => {
    frames?.disconnect();
    model.off("change:height", apply);
  });
  apply();
}

/** The nearest box around that scrolls and does not grow with the view, and what it holds beside. */
function frame(root: HTMLElement): { box: HTMLElement | null; beside: number } {
  const around = ancestors(root).filter(scrolls);
  const before = root.style.cssText;
  const scrolled = around.map((one) => one.scrollTop);
  const heights = (pixels: number): number[] => {
    root.style.cssText = `${before};min-height:0!important;height:${pixels}px!important`;
    return around.map((one) => one.clientHeight);
  };
  const low = heights(0);
  const high = heights(TALL);
  const at = around.findIndex((_, i) => low[i] === high[i] && (low[i] ?? 0) > 0);
  const box = around[at] ?? null;
  const beside = box ? box.scrollHeight - TALL : 0;
  root.style.cssText = before;
  for (const [i, one] of around.entries()) one.scrollTop = scrolled[i] ?? 0;
  return { box, beside };
}

const TALL = 20_000;

function ancestors(element: HTMLElement): HTMLElement[] {
  const above = parentOf(element);
  return above instanceof HTMLElement ? [above, ...ancestors(above)] : [];
}

const scrolls = (box: HTMLElement): boolean =>
  /auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowY);
