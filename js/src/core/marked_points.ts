/** The points that wear a ring, and those that alone stay bright. */

import type { State } from "../contract";
import type { Local, View } from "./view_state";

/** The points that are marked: what differs from now, else what the last fit has moved. */
export const ringed = ({ state, local }: { state: State; local: Local }): readonly number[] => {
  if (state.conflict || local.walk) return [];
  if (local.past) return local.past.differs ? local.past.moment.differ : [];
  return local.movedShown ? state.moved : [];
};

/** More rings than this say nothing, and slow down a browser that draws without a graphics card. */
export const RINGS = 1000;

/** The points that alone stay bright: those of a preview, or those that would wear too many rings. */
export function keptPoints(view: Pick<View, "local" | "state">): readonly number[] | undefined {
  const marked = ringed(view);
  return view.local.planned?.kept ?? (marked.length > RINGS ? marked : undefined);
}
