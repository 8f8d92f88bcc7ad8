/** The error notice, at the edge of the plot with the fewest points. */

import { h, pushButton, put, setText, show } from "../../core/dom";
import { type Box, buttonsOver, covered, emptiest } from "../../core/layout/free_edge";
import type { Panel, View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

const MARGIN = 4;
/** Shapes to try before it covers a point: by the zoom buttons, smaller letters, one line. */
const SHAPES = [
  [132, ""],
  [2 * MARGIN, ""],
  [2 * MARGIN, "small"],
  [132, "line"],
] as const;

export interface Notice extends Panel {
  /** The place that it takes over the plot. */
  taken(): readonly Box[];
  /** The dots have moved, or the plot has another size. */
  arrange(): void;
}

export function notice(view: View, over: HTMLElement): Notice {
  const text = h("div", {});
  const el = h(
    "div",
    { class: "ssc-banner ssc-notice", role: "alert", hidden: true },
    icon("warning"),
    text,
    dismiss(view),
  );
  let box: Box | null = null;
  const arrange = (): void => {
    if (el.hidden) return;
    const points = view.dots?.points ?? [];
    const taken = buttonsOver(over);
    for (const [aside, print] of SHAPES) {
      el.style.maxWidth = `calc(100% - ${aside}px)`;
      put(el, "data-print", print);
      const [wide, high] = [el.offsetWidth, el.offsetHeight];
      const tops = [over.clientHeight - high - MARGIN, MARGIN];
      const places = tops.map((top) => [MARGIN, top] as const);
      const [x, y] = emptiest(points, [wide, high], places, taken);
      box = [x, y, wide, high];
      el.style.top = `${y}px`;
      if (!covered(points, box)) break;
    }
  };
  const sync = (): void => {
    const { state, local } = view;
    const elsewhere = local.disconnected || (local.form && state.refused);
    const told = (!elsewhere && state.error) || "";
    const isNew = told !== "" && told !== text.textContent;
    setText(text, told);
    put(text, "title", told);
    const { problem } = state;
    put(el, "data-advice", state.is_note || (!!problem?.fitted && told.startsWith(problem.title)));
    show(el, told !== "");
    if (!told) box = null;
    if (!isNew) return;
    arrange();
    view.reveal(el, false);
  };
  return { el, sync, arrange, taken: () => [...(box ? [box] : []), ...buttonsOver(over)] };
}

function dismiss(view: View): HTMLElement {
  return pushButton(
    {
      class: "ssc-b ssc-icon",
      "aria-label": words.DISMISS,
      onclick: () => {
        view.send({ type: "dismiss_error" });
        view.focusPlot();
      },
    },
    icon("close"),
  );
}
