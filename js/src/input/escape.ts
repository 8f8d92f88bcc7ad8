/** The order in which Escape ends what is open: one thing at a time, the newest first. */

import { IDLE } from "../core/linking";
import { askedOf, type View } from "../core/view_state";

/** End the first of these that is open; `leaveFullScreen` ends full screen. */
export function pressEscape(view: View, leaveFullScreen: () => void): void {
  const { linking, row, mode, cursor, openPanel: panel } = view.local;
  const isRowOfCard = panel?.kind === "review" || panel?.kind === "settle";
  // A link that waits for its second point.
  if (linking.kind) view.set({ linking: IDLE, message: null });
  // Work of the kernel: a fit, the search for a question, or other axes.
  else if (view.state.fit ?? (view.state.asking || view.state.projections.making))
    view.send({ type: "cancel" });
  // Points and rows that are chosen.
  else if (linking.first !== null) view.set({ linking: IDLE, message: null });
  else if (view.state.lasso) view.send({ type: "group", action: "cancel" });
  else if (row !== null && !isRowOfCard) view.set({ row: null });
  // Panels, full screen, the question.
  else if (panel !== null) view.set({ openPanel: null, row: null });
  else if (view.local.full) leaveFullScreen();
  else if (askedOf(view.state) && cursor === null && mode !== "lasso")
    view.send({ type: "dismiss_question" });
  // Nothing is open: back to the beginning, where Link mode stays on.
  else view.set({ cursor: null, message: null, mode: mode === "link" ? mode : "inspect" });
}
