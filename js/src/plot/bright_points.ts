/** Which points stay bright while the others are dimmed. */

import { ringed } from "../core/past_step";
import { litClusters, type View } from "../core/view_state";
import type { Dots } from "./dots";

/** More rings than this say nothing, and slow down a browser that draws without a graphics card. */
export const RINGS = 1000;

/** The points that alone stay bright: those of a preview, or those that would wear too many rings. */
export function keptPoints(view: Pick<View, "local" | "state">): readonly number[] | undefined {
  const marked = ringed(view);
  return view.local.planned?.kept ?? (marked.length > RINGS ? marked : undefined);
}

/** The points of the clusters that stay bright; where points are squares their painter knows. */
export function litPoints(view: View, dots: Dots): number[] {
  const kept = keptPoints(view);
  if (kept && !view.local.disconnected) return [...kept];
  const lit = new Set(litClusters(view));
  if (!lit.size || view.state.axes.painter === "squares") return [];
  return Array.from({ length: dots.n }, (_, i) => i).filter((i) => lit.has(dots.cluster(i)));
}
