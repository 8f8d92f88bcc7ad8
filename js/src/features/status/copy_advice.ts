/** The button of the error notice that copies the argument which mends the data. */

import { h, pushButton, whenChanged } from "../../core/dom";
import type { View } from "../../core/view_state";
import type { Feature, PageSlots } from "../../page/page_slots";
import * as words from "./text";

/** The data of a session cannot change, so the argument is for the call in the cell. */
export function copyAdvice(view: View, { over, arrange }: PageSlots): Feature {
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
  const paint = whenChanged((argument: string) => {
    const look = { class: "ssc-b ssc-line ssc-small", onclick: () => copy(argument) };
    line.replaceChildren(...(argument ? [pushButton(look, words.copy(argument))] : []));
    arrange();
  });
  return { sync: () => paint(view.state.advice) };
}
