/** Mirrors the state of a view as data attributes on the root element for the style sheet. */

import { put } from "../dom";
import { keptPoints } from "../marked_points";
import * as words from "../text";
import { highlightedClusters, type View, type Width } from "../view_state";

/** From so many points on, colours change without a transition. */
const MANY = 500;

/** Write the attributes; returns the dimmed points, for painters without a style sheet. */
export function mark(view: View): string {
  const { root, local, state } = view;
  const dim = !!state.conflict && !local.disconnected;
  root.dataset.sscWidth = local.width;
  root.dataset.sscMode = local.mode;
  const marks = {
    slim: local.slim,
    full: local.full,
    large: local.large,
    sidehidden: local.sideHidden,
    many: state.n > MANY,
    off: local.disconnected,
    past: local.past !== null,
    dim,
    shade: !!local.shade && !local.fill,
  };
  for (const [name, holds] of Object.entries(marks))
    root.toggleAttribute(`data-ssc-${name}`, holds);
  const lit = highlightedClusters(view).join(" ") || (!dim && keptPoints(view) && "none");
  put(root, "data-ssc-lit", lit || null);
  return `${dim} ${lit} ${(local.fill ?? local.shade)?.key}`;
}

/** An element that was disabled, hidden or replaced has lost the focus. */
export function isFocusable(element: HTMLElement): boolean {
  return (
    element.isConnected && !element.matches(":disabled,[inert] *") && !element.closest("[hidden]")
  );
}

const REGIONS = "section[aria-label], [role=region][aria-label]";

export function landmarks({ root, signal }: Pick<View, "root" | "signal">) {
  const name = (): void => {
    if (signal.aborted) return;
    const all = [...root.ownerDocument.querySelectorAll(".ssc-root")];
    const place = all.length > 1 ? words.ofWidget(all.indexOf(root) + 1) : "";
    for (const region of root.querySelectorAll(REGIONS)) {
      const [label] = (region.getAttribute("aria-label") ?? "").split(words.WIDGET);
      put(region, "aria-label", `${label}${place}`);
    }
  };
  // After all sections have set their names
  return { sync: () => queueMicrotask(name) };
}

export const isSlim = (pixels: number): boolean => pixels <= 600;

/** The width classes of the widget itself, never the window's. */
export const widthClass = (pixels: number): Width =>
  pixels <= 840 ? "narrow" : pixels <= 1040 ? "medium" : "wide";
