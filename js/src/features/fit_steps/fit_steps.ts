/** Stepping through a fit: the entry of the More menu, and what it opens. */

import type { View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import type { MenuItem } from "../../ui/popup_menu";
import { Steps } from "./fit_steps_panel";
import * as words from "./text";

export function steps(view: View, page: PageSlots): Steps {
  const made = new Steps(view, page.folds);
  page.overlay.add(made.drawing);
  page.side.prepend(made.el);
  page.table.el.after(made.pulls.el);
  page.entries.splice(1, 0, () => item(view));
  return made;
}

const item = (view: View): MenuItem => ({
  label: words.STEPS_ITEM,
  icon: "steps",
  run: () => view.set({ hand: { kind: "steps" } }),
});
