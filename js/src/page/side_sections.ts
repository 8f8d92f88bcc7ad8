/** The sections Constraints and Progress; lazy bundles fill them. */

import { h, put } from "../core/dom";
import * as common from "../core/text";
import { isRoomy, unfitted, type View } from "../core/view_state";
import { type Folds, type Section, section } from "../ui/section";

export interface SideSection extends Pick<Section, "el" | "body"> {
  sync(): void;
}

export function constraints(view: View, folds: Folds): SideSection {
  const made = below(view, folds, "constraints", (paint, open) => {
    const { links } = view.state;
    const violated = links.filter((link) => link.violated).length;
    paint(common.CONSTRAINTS, summary(links.length, violated, unfitted(view)?.cannot_all), open);
    // without links nothing in it has the focus, and it may have to be scrolled
    put(made.body, "tabindex", links.length ? null : 0);
  });
  made.el.classList.add("ssc-grow");
  made.body.classList.add("ssc-scroll");
  return made;
}

export const progress = (view: View, folds: Folds): SideSection =>
  below(view, folds, "progress", (paint, open) => {
    const { score_text: score, kept_text: kept } = view.state.progress;
    const { past } = view.local;
    const summaryNow = open ? [] : [common.progressNow(score, kept)];
    paint(common.PROGRESS, past ? [past.moment.place] : summaryNow, open);
  });

function below(
  view: View,
  folds: Folds,
  name: string,
  fill: (paint: Section["paint"], open: boolean) => void,
): SideSection {
  const { el, body, paint } = section(`ssc-${name}`, () => {
    const open = folds.toggle(name, isRoomy(view));
    view.set({});
    if (open) view.reveal(el);
  });
  return { el, body, sync: () => fill(paint, folds.isOpen(name, isRoomy(view))) };
}

function summary(count: number, violated: number, cannot?: string): (Node | string)[] {
  if (cannot && count) return [common.counted(count), h("span", { class: "ssc-bad" }, cannot)];
  if (!violated) return count ? [String(count)] : [];
  return [common.counted(count), h("span", { class: "ssc-bad" }, common.violated(violated))];
}
