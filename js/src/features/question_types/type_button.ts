/** The button in the head of the question that opens the menu of question types. */

import { h, pushButton, put, setText, show } from "../../core/dom";
import type { View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

export interface ShapeButton {
  readonly el: HTMLButtonElement;
  sync(): void;
}

export function shapeButton(view: View, toggle: () => void): ShapeButton {
  const now = h("span", {});
  const el = pushButton(
    {
      class: "ssc-b ssc-line ssc-small",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      onclick: toggle,
    },
    now,
    icon("chevronDown"),
  );
  const sync = (): void => {
    const { current, choices } = view.state.question_types;
    const title = choices.find(({ id }) => id === current)?.title ?? "";
    show(el, !!title);
    setText(now, title);
    put(el, "aria-label", words.askFor(title));
    el.disabled = view.local.disconnected;
  };
  return { el, sync };
}
