/** Stepping through a fit: the entry of the More menu, and what it opens. */

import type { Frame } from "../../core/page_slots";
import type { View } from "../../core/view_state";
import type { MenuItem } from "../../ui/popup_menu";
import { Steps } from "./fit_steps_panel";
import * as words from "./text";

export function steps(view: View, frame: Frame): Steps {
  const made = new Steps(view, frame.folds);
  frame.overlay.add(made.drawing);
  frame.side.prepend(made.el);
  frame.table.el.after(made.pulls.el);
  frame.entries.splice(1, 0, () => item(view));
  return made;
}

const item = (view: View): MenuItem => ({
  label: words.STEPS_ITEM,
  icon: "steps",
  run: () => view.set({ hand: { kind: "steps" } }),
});
