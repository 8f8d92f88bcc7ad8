/** Makes the keys that a note names into buttons, for people without a keyboard. */

import { h } from "../core/dom";
import * as common from "../core/text";
import type { View } from "../core/view_state";
import type { PageSlots } from "./page_slots";

export function noteKeys(view: View, { actions }: Pick<PageSlots, "actions">) {
  const press = (key: string): void => {
    actions().press(new KeyboardEvent("keydown", { key }));
  };
  const sync = (): void => {
    if (view.local.linking.first === null) return;
    const { must, cannot } = view.state.keys;
    const meanings: [string, string, string][] = [
      [must.toUpperCase(), must, common.KIND_NAMES.must],
      [cannot.toUpperCase(), cannot, common.KIND_NAMES.cannot],
      [common.ESCAPE, "Escape", common.CANCEL],
    ];
    for (const shown of view.root.querySelectorAll(".ssc-note > kbd")) {
      const [text, key, label] = meanings.find(([each]) => each === shown.textContent) ?? [];
      if (!text || !key || !label) continue;
      const onclick = (): void => press(key);
      const name = { "aria-label": common.byKey(label, text), title: label };
      const about = { class: "ssc-notekey", type: "button", ...name };
      shown.replaceWith(h("button", { ...about, onclick }, h("kbd", {}, text)));
    }
  };
  return { sync };
}
