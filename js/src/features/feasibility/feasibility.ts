/** The card about constraints that cannot be satisfied, with the remedies that the kernel offers. */

import { focusOf, h, setText, show } from "../../core/dom";
import { type Panel, unfitted, type View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { icon } from "../../ui/icons";
import { type Folds, section } from "../../ui/section";
import { InfeasibleOverlay } from "./infeasible_overlay";
import { RemedyButtons } from "./remedy_buttons";
import * as words from "./text";

export function feasibility(view: View, { folds, over, overlay, arrange }: PageSlots): Panel {
  const card = notFittedCard(view, folds);
  const line = new RemedyButtons(
    view,
    h("div", { class: "ssc-remedies" }),
    "ssc-b ssc-line ssc-small",
  );
  over.querySelector(".ssc-notice > div")?.after(line.el);
  overlay.add(new InfeasibleOverlay());
  const sync = (): void => {
    const { problem, error } = view.state;
    const isShown = problem?.fitted && error?.startsWith(problem.title);
    // with other buttons the notice has another size
    if (line.paint(isShown ? problem.remedies : [])) arrange();
    card.sync();
  };
  return { el: card.el, sync };
}

export function notFittedCard(view: View, folds: Folds): Panel {
  const part = section("ssc-unfitted", () => {
    const open = folds.toggle("remedies", true);
    sync();
    if (open) view.reveal(part.el);
  });
  const title = h("p", { class: "ssc-cardtitle" });
  const text = h("p", { class: "ssc-muted ssc-whynot" });
  const group = { class: "ssc-choices", role: "group", "aria-label": words.OPTIONS };
  const choices = new RemedyButtons(view, h("div", group));
  const output = h("pre", { class: "ssc-code", tabindex: 0 });
  const head = h("summary", {}, icon("chevronRight", "ssc-chev"), words.ERROR_TEXT);
  const details = h("details", { class: "ssc-errortext" }, head, output);
  part.body.append(
    h("div", { class: "ssc-unfittedgrid" }, h("div", {}, title, text), choices.el),
    details,
  );
  let key = "";

  const sync = (): void => {
    const found = unfitted(view);
    show(part.el, !!found);
    if (!found) {
      key = "";
      return;
    }
    part.paint(words.NOT_FITTED, [found.about], folds.isOpen("remedies", true));
    setText(title, found.title);
    setText(text, found.text);
    setText(output, found.said);
    show(details, !!found.said);
    const other = choices.paint(found.remedies);
    if (!other && found.key === key) return;
    ({ key } = found);
    if (isHere(view)) choices.focus();
    view.reveal(part.el, false);
  };
  return { el: part.el, sync };
}

/** Whether the person is in this view, and not typing. */
function isHere({ root }: View): boolean {
  const active = focusOf(root);
  if (!active || active === document.body || active.matches("input,select,textarea")) return false;
  return root.contains(active) || active.contains(root);
}
