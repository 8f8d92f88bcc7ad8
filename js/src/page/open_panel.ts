/** What panels that a key opens share: why they cannot open now, and how they close. */

import { NEEDS_KERNEL, PAUSED } from "../core/text";
import type { View } from "../core/view_state";

/** Announce why the session cannot be asked now; false if it can. */
export function announcesPause(view: View): boolean {
  const { past, disconnected } = view.local;
  if (disconnected) view.announce(NEEDS_KERNEL);
  else if (past) view.announce(PAUSED);
  return disconnected || !!past;
}

/** Close the panel; the focus goes back to what opened it, or else to the plot. */
export function closePanel(view: View, opener: HTMLElement | null): void {
  view.set({ openPanel: null, message: null });
  if (opener?.isConnected && view.root.contains(opener)) opener.focus({ preventScroll: true });
  else view.focusPlot();
}
