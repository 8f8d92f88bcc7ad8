/** The points with a ring, and those that stay bright while the others are dimmed. */

import type { State } from "../contract";
import type { Dots } from "./dots";
import { highlightedClusters, type Local, type View } from "./view_state";

/** The points that are marked: what differs from now, else what the last fit has moved. */
export const ringed = ({ state, local }: { state: State; local: Local }): readonly number[] => {
  if (state.conflict || local.fitStep) return [];
  if (local.past) return local.past.differs ? local.past.moment.differ : [];
  return local.movedShown ? state.moved : [];
};

/** Further rings show nothing, and slow down a browser without a graphics card. */
export const RINGS = 1000;

/** The points that stay bright: those of a panel or a preview, or those that would need too many rings. */
export function keptPoints(view: Pick<View, "local" | "state">): readonly number[] | undefined {
  const marked = ringed(view);
  return (
    view.local.kept ?? view.local.planned?.kept ?? (marked.length > RINGS ? marked : undefined)
  );
}

/** The points of the clusters that stay bright; where points are squares their painter knows. */
export function highlightedPoints(view: View, dots: Dots): number[] {
  const kept = keptPoints(view);
  if (kept && !view.local.disconnected) return [...kept];
  const lit = new Set(highlightedClusters(view));
  if (!lit.size || view.state.axes.painter === "squares") return [];
  return Array.from({ length: dots.n }, (_, i) => i).filter((i) => lit.has(dots.cluster(i)));
}
