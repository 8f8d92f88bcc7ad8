/** Keys that a note names can be pressed on the note itself: a finger has no keyboard. */

import type { Frame } from "../core/page_slots";
import type { View } from "../core/view_state";
import * as words from "../sentences";
import { h } from "../ui/dom";

export function noteKeys(view: View, { actions }: Pick<Frame, "actions">) {
  const press = (key: string): void => {
    actions().press(new KeyboardEvent("keydown", { key }));
  };
  const sync = (): void => {
    if (view.local.linking.first === null) return;
    const { must, cannot } = view.state.keys;
    const meanings: [string, string, string][] = [
      [must.toUpperCase(), must, words.KIND_NAMES.must],
      [cannot.toUpperCase(), cannot, words.KIND_NAMES.cannot],
      [words.ESCAPE, "Escape", words.CANCEL],
    ];
    for (const shown of view.root.querySelectorAll(".ssc-note > kbd")) {
      const [text, key, label] = meanings.find(([each]) => each === shown.textContent) ?? [];
      if (!text || !key || !label) continue;
      const onclick = (): void => press(key);
      const name = { "aria-label": words.byKey(label, text), title: label };
      const about = { class: "ssc-notekey", type: "button", ...name };
      shown.replaceWith(h("button", { ...about, onclick }, h("kbd", {}, text)));
    }
  };
  return { sync };
}
