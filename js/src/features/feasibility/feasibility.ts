/** The ways out of a clustering in trouble: a card, what is in the way on the plot, a line in the notice. */

import { h } from "../../core/dom";
import type { Panel, View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { InTheWay } from "./infeasible_overlay";
import { notFitted } from "./not_fitted_card";
import { Choices } from "./remedy_buttons";

export function waysOut(view: View, { folds, over, overlay, arrange }: PageSlots): Panel {
  const card = notFitted(view, folds);
  const line = new Choices(view, h("div", { class: "ssc-waysin" }), "ssc-b ssc-line ssc-small");
  over.querySelector(".ssc-notice > div")?.after(line.el);
  overlay.add(new InTheWay());
  const sync = (): void => {
    const { trouble, error } = view.state;
    const told = trouble?.fitted && error?.startsWith(trouble.title);
    // with other buttons the notice has another size
    if (line.paint(told ? trouble.ways : [])) arrange();
    card.sync();
  };
  return { el: card.el, sync };
}
