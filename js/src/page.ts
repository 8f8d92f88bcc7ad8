/** All parts of one view, put together. */

import type { Actions, KeyTaker } from "./input/actions";
import { banner } from "./panels/banner";
import { conflict } from "./panels/conflict";
import { constraints } from "./panels/constraints";
import { help } from "./panels/help";
import { LassoMenu } from "./panels/lassomenu";
import { legend } from "./panels/legend";
import { note } from "./panels/note";
import { parameters } from "./panels/parameters";
import { progress } from "./panels/progress";
import { question } from "./panels/question";
import { StatusLine } from "./panels/status";
import { toolbar } from "./panels/toolbar";
import { h, put } from "./ui/dom";
import { Folds } from "./ui/section";
import { openQuestion, questionKey, type View } from "./view";

export interface Page {
  readonly elements: Element[];
  readonly takers: KeyTaker[];
  readonly menu: LassoMenu;
  help(): void;
  focusQuestion(): void;
  /** The dots have moved: what keeps clear of them looks for its place again. */
  arrange(): void;
  sync(): void;
}

interface Drawn {
  overlay: Element;
  tip: Element;
  extra: Element[];
}

export function build(view: View, drawn: Drawn, actions: () => Actions): Page {
  const folds = new Folds();
  const suggest = (): void => actions().suggest();
  const bar = toolbar(view, { suggest, parameters: () => form.toggle() });
  const form = parameters(view, () => bar.parameters);
  const line = new StatusLine(view, () => card.toggle());
  const card = help(view, () => line.help);
  const asked = question(view, folds, (kind) => actions().answer(kind));
  const menu = new LassoMenu(view);
  const dialog = conflict(view);
  const key = legend(view);
  const trouble = banner(view);
  const table = constraints(view, folds);
  const curves = progress(view, folds);

  const side = h("div", { class: "ssc-side" }, asked.el, table.el, curves.el);
  const over = h("div", { class: "ssc-over" }, drawn.overlay, drawn.tip, menu.el);
  const top = h("div", { class: "ssc-top" }, key.el);
  const hint = note(view, top, over);
  top.append(hint.el);
  const popovers = h("div", { class: "ssc-popovers" }, form.el, card.el);
  const around = [bar.el, trouble.el, top, over, side, line.el, popovers, dialog.el];
  const panels = [bar, trouble, key, asked, table, curves, hint, menu, form, card, line, dialog];

  let open: string | null = null;
  const sync = (): void => {
    const { state, local } = view;
    folds.situation(String(!!openQuestion(view)));
    for (const panel of panels) panel.sync();
    put(side, "inert", !!state.conflict && !local.disconnected);
    open = follow(view, asked.group, open);
  };
  const focusQuestion = (): void => {
    if (view.state.question) asked.group.focus({ preventScroll: true });
  };
  const takers = [dialog, form, card, menu];
  const elements = [...drawn.extra, ...around];
  const { arrange } = hint;
  return { elements, takers, menu, help: () => card.toggle(), focusQuestion, arrange, sync };
}

/** A question that was asked for from here takes the focus; returns which one is open. */
function follow(view: View, group: HTMLElement, before: string | null): string | null {
  const { state, local } = view;
  const now = questionKey(state);
  if (!local.awaiting || state.conflict) return now;
  if (state.exhausted) local.awaiting = false;
  if (now === null || now === before) return now;
  local.awaiting = false;
  const active = document.activeElement;
  if (!active || active.contains(view.root) || view.root.contains(active))
    group.focus({ preventScroll: true });
  return now;
}
