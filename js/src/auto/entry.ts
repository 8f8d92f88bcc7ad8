/** The line of the More menu that takes automatic answers in hand. */

import * as words from "../sentences";
import type { MenuItem } from "../ui/popmenu";
import type { View } from "../view";

export function autoEntry({ state }: View, run: () => void): MenuItem {
  const reason = state.auto ? null : words.NEEDS_TRUE_LABELS;
  return { label: words.ANSWER_AUTOMATICALLY, icon: "play", aside: "", reason, run };
}
