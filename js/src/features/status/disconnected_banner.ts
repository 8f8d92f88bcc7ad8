/** The banner that says that the kernel is disconnected or the session has ended. */

import { h, show, whenChanged } from "../../core/dom";
import type { Panel, View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

export function banner(view: View): Panel {
  const sentence = h("div", {});
  const el = h(
    "div",
    { class: "ssc-banner ssc-gone", role: "alert", hidden: true },
    icon("stopped"),
    sentence,
  );
  const paint = whenChanged(([lead, text]: [string, string]) => {
    sentence.replaceChildren(...(lead ? [h("b", {}, lead), text] : []));
    show(el, !!lead);
  });
  const sync = (): void => {
    const { state, local } = view;
    if (!local.disconnected) paint(["", ""]);
    else if (state.ended) paint([words.ENDED_LEAD, state.ended]);
    else paint([words.DISCONNECTED_LEAD, state.disconnected_text]);
  };
  return { el, sync };
}
