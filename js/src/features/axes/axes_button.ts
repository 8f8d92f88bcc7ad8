/** The button above the plot that shows the projection and opens its menu. */

import { h, pushButton, put, setText, show, uid } from "../../core/dom";
import { isBlocked, type Panel, type View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

export interface AxesButton extends Panel {
  readonly button: HTMLButtonElement;
  readonly note: HTMLElement;
}

export function axesButton(view: View, toggle: () => void): AxesButton {
  const now = h("span", {});
  const hidden = h("span", { class: "ssc-hides", hidden: true }, icon("warning"));
  const note = h("p", { class: "ssc-axesnote", id: uid("note"), hidden: true });
  const button = pushButton(
    {
      class: "ssc-b ssc-line",
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
    setText(now, title);
    put(button, "aria-label", words.axesNow(title));
    put(button, "title", hides || null);
    button.disabled = isBlocked(view);
    setText(note, hides);
    show(note, hides !== "");
    show(hidden, hides !== "");
    show(el, options.length > 0);
  };
  return { el, button, note, sync };
}
