/** What the axes show: a button above the plot at its right, which opens a menu. */

import { h, put, say, show, uid } from "../../core/dom";
import { isBlocked, type Panel, type View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

export interface AxesButton extends Panel {
  readonly button: HTMLButtonElement;
  /** What a person should know of the axes: it describes the button, and stands in the menu. */
  readonly note: HTMLElement;
}

export function axesButton(view: View, toggle: () => void): AxesButton {
  const now = h("span", {});
  const hidden = h("span", { class: "ssc-hides", hidden: true }, icon("warning"));
  const note = h("p", { class: "ssc-axesnote", id: uid("note"), hidden: true });
  const button = h(
    "button",
    {
      class: "ssc-b ssc-line",
      type: "button",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-describedby": note.id,
      onclick: toggle,
    },
    hidden,
    now,
    icon("chevronDown"),
  );
  const label = h("span", { class: "ssc-muted ssc-opt", "aria-hidden": "true" }, words.AXES);
  const el = h("div", { class: "ssc-axespick" }, label, button);
  const sync = (): void => {
    const { options, name } = view.state.projections;
    const title = options.find((option) => option.name === name)?.title ?? "";
    const hides = view.state.axes.note;
    say(now, title);
    put(button, "aria-label", words.axesNow(title));
    put(button, "title", hides || null);
    button.disabled = isBlocked(view);
    say(note, hides);
    show(note, hides !== "");
    show(hidden, hides !== "");
    show(el, options.length > 0);
  };
  return { el, button, note, sync };
}
