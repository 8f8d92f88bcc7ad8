/** Which keys step through a fit, and where they mean something else. */

import { focusOf } from "../../core/focus";

export type StepKey = "play" | "first" | "last" | "on" | "back";

const KEYS: Readonly<Record<string, StepKey>> = {
  " ": "play",
  Home: "first",
  End: "last",
  ArrowRight: "on",
  ArrowLeft: "back",
};
/** Fields, radio buttons, menus and dialogs have these keys for themselves. */
const THEIRS = "input:not([type=range]),select,textarea,[role=menu],[role=dialog]";

export function keyOf(key: string, root: Element, play: Element): StepKey | null {
  const active = focusOf(root);
  const inside = active && root.contains(active) ? active : null;
  if (inside?.closest(THEIRS)) return null;
  // a button is pressed by the space bar
  if (key === " " && inside?.closest("button,a") && inside !== play) return null;
  return KEYS[key] ?? null;
}
