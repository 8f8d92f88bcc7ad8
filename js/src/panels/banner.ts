/** A kernel that is gone: said in a sentence under the toolbar, for as long as it lasts. */

import * as words from "../sentences";
import { h, show, whenChanged } from "../ui/dom";
import { icon } from "../ui/icons";
import type { Panel, View } from "../view";

export function banner(view: View): Panel {
  const sentence = h("div", {});
  const el = h(
    "div",
    { class: "ssc-banner ssc-gone", role: "alert", hidden: true },
    icon("stopped"),
    sentence,
  );
  const paint = whenChanged((text: string | null) => {
    const lead = h("b", {}, words.DISCONNECTED_LEAD);
    sentence.replaceChildren(...(text === null ? [] : [lead, text]));
    show(el, text !== null);
  });
  const sync = (): void => paint(view.local.disconnected ? view.state.disconnected_text : null);
  return { el, sync };
}
