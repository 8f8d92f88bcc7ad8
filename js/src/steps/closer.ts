/** The cross that puts the steps away. */

import * as words from "../sentences";
import { h } from "../ui/dom";
import { icon } from "../ui/icons";

export const closer = (close: () => void): HTMLElement =>
  h(
    "button",
    {
      class: "ssc-close",
      type: "button",
      "aria-label": words.CLOSE_STEPS,
      title: words.CLOSE_STEPS_HINT,
      onclick: close,
    },
    icon("close"),
  );
