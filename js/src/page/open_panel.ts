/** What panels share: why they cannot open now, and how keys choose in their lists. */

import { NEEDS_KERNEL, PAUSED } from "../core/text";
import type { View } from "../core/view_state";

/** Announce why the session cannot be asked now; false if it can. */
export function announcesPause(view: View): boolean {
  const { past, disconnected } = view.local;
  if (disconnected) view.announce(NEEDS_KERNEL);
  else if (past) view.announce(PAUSED);
  return disconnected || !!past;
}

/** The place that an arrow, Home or End leads to in a list; undefined for other keys. */
export function placeAfter(key: string, place: number, length: number): number | undefined {
  const last = length - 1;
  const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: last }[key];
  return to === undefined ? to : Math.max(0, Math.min(last, to));
}
