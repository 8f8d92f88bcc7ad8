/** Which points stay bright while the others are dimmed. */

import { litClusters, type View } from "../view";
import type { Dots } from "./dots";

/** More rings than this say nothing, and slow down a browser that draws without a graphics card. */
export const RINGS = 1000;

/** The points that alone stay bright: those of a preview, or what differs from now where rings would be too many. */
export function keptPoints({ local }: Pick<View, "local">): readonly number[] | undefined {
  const { past, planned } = local;
  if (planned?.kept || !past?.differs) return planned?.kept;
  return past.moment.differ.length > RINGS ? past.moment.differ : undefined;
}

/** The points of the clusters that stay bright; where points are squares their painter knows. */
export function litPoints(view: View, dots: Dots): number[] {
  const kept = keptPoints(view);
  if (kept && !view.local.disconnected) return [...kept];
  const lit = new Set(litClusters(view));
  if (!lit.size || view.state.axes.painter === "squares") return [];
  return Array.from({ length: dots.n }, (_, i) => i).filter((i) => lit.has(dots.cluster(i)));
}
