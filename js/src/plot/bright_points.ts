/** Which points stay bright while the others are dimmed. */

import { keptPoints } from "../core/marked_points";
import { litClusters, type View } from "../core/view_state";
import type { Dots } from "./dots";

/** The points of the clusters that stay bright; where points are squares their painter knows. */
export function litPoints(view: View, dots: Dots): number[] {
  const kept = keptPoints(view);
  if (kept && !view.local.disconnected) return [...kept];
  const lit = new Set(litClusters(view));
  if (!lit.size || view.state.axes.painter === "squares") return [];
  return Array.from({ length: dots.n }, (_, i) => i).filter((i) => lit.has(dots.cluster(i)));
}
