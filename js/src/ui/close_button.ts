/** The cross that puts a section of the side panel away. */

import { h } from "../core/dom";
import type { Local, View } from "../core/view_state";
import { icon } from "./icons";

export const closer = (label: string, title: string, onclick: () => void): HTMLElement =>
  h(
    "button",
    { class: "ssc-close", type: "button", "aria-label": label, title, onclick },
    icon("close"),
  );

/** Put away what is in hand, or what else was opened; the keys are the plot's again. */
export function putAway(view: View, change: Partial<Local> = { hand: null }): void {
  view.set(change);
  view.focusPlot();
}
