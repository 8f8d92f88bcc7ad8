/** The card that lists all keys. */

import type { Keys } from "../../contract";
import { h, whenChanged } from "../../core/dom";
import * as common from "../../core/text";
import type { View } from "../../core/view_state";
import { Popover } from "../../ui/popover";
import * as words from "./text";

export function help(view: View, opener: () => HTMLElement): Popover {
  const list = h("dl", { class: "ssc-keys" });
  const build = whenChanged(([keys, panel]: [Keys, string | undefined]) => {
    list.replaceChildren(
      ...words
        .keyRows(keys, panel)
        .flatMap(([names, text]) => [
          h("dt", {}, ...names.map((name) => h("kbd", {}, name))),
          h("dd", {}, text),
        ]),
    );
  });
  const note = h("p", { class: "ssc-muted" }, words.KEYS_NOTE);
  const el = h("div", { class: "ssc-helpbody" }, list, note);
  return new Popover(view, common.KEYS, "ssc-help", opener, {
    el,
    sync: () => build([view.state.keys, view.local.openPanel?.kind]),
  });
}
