/** Regions of a second widget or view on one page go by its number, so that no two are called the same. */

import { put } from "../dom";
import * as words from "../text";
import type { View } from "../view_state";

const REGIONS = "section[aria-label], [role=region][aria-label]";

export function landmarks({ root, signal }: Pick<View, "root" | "signal">) {
  const name = (): void => {
    if (signal.aborted) return;
    const all = [...root.ownerDocument.querySelectorAll(".ssc-root")];
    const place = all.length > 1 ? words.ofWidget(all.indexOf(root) + 1) : "";
    for (const region of root.querySelectorAll(REGIONS)) {
      const [label] = (region.getAttribute("aria-label") ?? "").split(words.WIDGET);
      put(region, "aria-label", `${label}${place}`);
    }
  };
  // after all sections have said what they are called
  return { sync: () => queueMicrotask(name) };
}
