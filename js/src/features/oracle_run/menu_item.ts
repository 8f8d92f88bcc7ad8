/** The line of the More menu that takes automatic answers in hand. */

import type { View } from "../../core/view_state";
import type { MenuItem } from "../../ui/popup_menu";
import * as words from "./text";

export function autoEntry({ state }: View, run: () => void): MenuItem {
  const reason = state.auto ? null : words.NEEDS_TRUE_LABELS;
  return { label: words.SIMULATE, icon: "play", aside: "", reason, run };
}
