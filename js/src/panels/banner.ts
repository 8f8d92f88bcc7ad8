/** What went wrong, in a sentence, under the toolbar: a kernel that is gone, a value that is not allowed. */

import * as words from "../sentences";
import { h, show, whenChanged } from "../ui/dom";
import { icon } from "../ui/icons";
import type { Panel, View } from "../view";

interface Trouble {
  gone: boolean;
  text: string;
}

export function banner(view: View): Panel {
  const el = h("div", { class: "ssc-banner", role: "alert", hidden: true });
  const paint = whenChanged(({ gone, text }: Trouble) => {
    el.classList.toggle("ssc-gone", gone);
    el.replaceChildren(
      icon(gone ? "stopped" : "warning"),
      h("div", {}, gone ? h("b", {}, words.DISCONNECTED_LEAD) : null, text),
    );
    if (!gone) el.append(dismiss(view));
    show(el, !!text);
  });
  const sync = (): void => {
    const { state, local } = view;
    const gone = local.disconnected;
    paint({ gone, text: gone ? state.disconnected_text : (state.error ?? "") });
  };
  return { el, sync };
}

function dismiss(view: View): HTMLElement {
  return h(
    "button",
    {
      class: "ssc-b ssc-icon",
      type: "button",
      "aria-label": words.DISMISS,
      onclick: () => {
        view.send({ type: "dismiss_error" });
        view.focusPlot();
      },
    },
    icon("close"),
  );
}
