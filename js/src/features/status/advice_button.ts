/** The button of the error notice: it copies the argument, or sets the K, that the notice advises. */

import { h, pushButton, whenChanged } from "../../core/dom";
import type { View } from "../../core/view_state";
import type { Feature, PageSlots } from "../../page/page_slots";
import * as words from "./text";

/** The data of a session cannot change, so an argument about them is for the call in the cell. */
export function adviceButton(view: View, { over, arrange }: PageSlots): Feature {
  const line = h("div", { class: "ssc-remedies" });
  over.querySelector(".ssc-notice > div")?.after(line);
  const copy = async (argument: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(argument);
      view.announce(words.COPIED);
    } catch {
      view.announce(words.NOT_COPIED);
    }
  };
  const choose = (clusters: number): void => {
    view.send({ type: "set", what: "n_clusters", value: clusters });
    view.focusPlot();
  };
  const paint = whenChanged((advised: string | number) => {
    const isNumber = typeof advised === "number";
    const text = isNumber ? words.setClusters(advised) : words.copy(advised);
    const onclick = (): unknown => (isNumber ? choose(advised) : copy(advised));
    const look = { class: "ssc-b ssc-line ssc-small", onclick };
    line.replaceChildren(...(advised ? [pushButton(look, text)] : []));
    arrange();
  });
  return { sync: () => paint(view.state.advised_clusters || view.state.advice) };
}
