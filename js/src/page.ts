/** All parts of one view, put together. */

import { Find, findItem } from "./content/find";
import { selected } from "./content/selected";
import type { ClusterCard, PlanReply } from "./contract";
import { Hand } from "./hand/cluster";
import type { Actions, KeyTaker } from "./input/actions";
import { SpotMenu } from "./looking/spot";
import { Zoom } from "./looking/zoom";
import { type Exporter, exporter } from "./out/exporter";
import { axes } from "./panels/axes/menu";
import { AxisTitles } from "./panels/axes/titles";
import { banner } from "./panels/banner";
import { conflict } from "./panels/conflict";
import { help as keysCard } from "./panels/help";
import { LassoMenu } from "./panels/lassomenu";
import { Legend } from "./panels/legend";
import { note } from "./panels/note";
import { parameters } from "./panels/parameters";
import { progress } from "./panels/progress";
import { type QuestionPanel, question } from "./panels/question";
import { StatusLine } from "./panels/status";
import { toolbar } from "./panels/toolbar";
import type { FullScreen } from "./room/fullscreen";
import { more, roomItems } from "./room/more";
import { notice } from "./room/notice";
import { constraints } from "./table/constraints";
import { h, put } from "./ui/dom";
import { Folds } from "./ui/section";
import { askedOf, isAsking, type Panel, questionKey, type View } from "./view";

export interface Page {
  readonly elements: Element[];
  /** Those of them that come after the plot. */
  readonly after: Element[];
  readonly takers: KeyTaker[];
  readonly menu: LassoMenu;
  readonly out: Exporter;
  readonly spots: SpotMenu;
  help(): void;
  find(): void;
  focusQuestion(): void;
  /** What the kernel says of the cluster in hand. */
  receive(reply: ClusterCard | PlanReply): void;
  /** The dots have moved: what keeps clear of them looks for its place again. */
  arrange(): void;
  /** The view has come to rest. */
  rested(): void;
  sync(): void;
}

interface Drawn {
  over: Element[];
  extra: Element[];
}

export function build(view: View, drawn: Drawn, screen: FullScreen, actions: () => Actions): Page {
  const folds = new Folds();
  const suggest = (): void => actions().suggest();
  const bar = toolbar(view, { suggest, parameters: () => form.toggle() });
  const form = parameters(view, () => bar.parameters);
  const line = new StatusLine(view, { help: () => card.toggle(), full: () => screen.toggle() });
  const out = exporter(view);
  const card = keysCard(view, () => line.help);
  const search = new Find(view, (index) => actions().goTo(index));
  const others = more(view, [
    () => findItem(view, search),
    ...roomItems(view, screen, () => card.toggle()),
  ]);
  bar.tail.append(out.button, others.button);
  const asked = question(view, folds, (kind) => actions().answer(kind));
  const held = new Hand(view, folds, (index) => actions().pick(index, false));
  const menu = new LassoMenu(view);
  const dialog = conflict(view);
  const trouble = banner(view);
  const table = constraints(view, folds);
  const curves = progress(view, folds);
  const listed = selected(view, folds, (index) => actions().goTo(index));

  const sections = [held, asked, listed, table, curves];
  const side = h("div", { class: "ssc-side" }, ...sections.map(({ el }) => el));
  const around = plotCell(view, drawn, [menu.el, search.el, asked.large.el]);
  const lists = [...around.boxes, ...held.menus];
  const opened = [form, card, others, out.popover, asked.forms.menu, ...lists];
  const popovers = h("div", { class: "ssc-popovers" }, ...opened.map(({ el }) => el));
  const after = [side, line.el, popovers, dialog.el];
  const boxes = [menu, form, card, others, out.popover, search, dialog];
  const panels = [bar, trouble, ...around.panels, ...sections, ...boxes, line];

  const sync = painter(view, folds, panels, { side, asked });
  const focusQuestion = (): void => {
    if (askedOf(view.state)) asked.focus();
  };
  const floating = [others.menu, out.popover, ...lists, menu, search, asked.large];
  const { arrange, rested, closer, spots } = around;
  const takers = [dialog, form, card, ...floating, listed, asked.forms, held, spots, closer];
  const elements = [...drawn.extra, bar.el, trouble.el, around.top, around.over, ...after];
  const cards = { help: () => card.toggle(), find: () => search.open() };
  const painted = { arrange, rested, sync, receive: held.receive.bind(held) };
  return { elements, after, takers, menu, spots, out, ...cards, focusQuestion, ...painted };
}

/** Paints all panels; the side cannot be reached while a conflict waits. */
function painter(
  view: View,
  folds: Folds,
  panels: readonly Pick<Panel, "sync">[],
  { side, asked }: { side: HTMLElement; asked: QuestionPanel },
): () => void {
  let open: string | null = null;
  return () => {
    const { state, local } = view;
    folds.situation(`${isAsking(view)} ${local.hand !== null}`);
    for (const panel of panels) panel.sync();
    put(asked.el, "hidden", local.hand !== null);
    put(side, "inert", !!state.conflict && !local.disconnected);
    open = follow(view, asked, open);
  };
}

/** The row above the plot and what lies over it. */
function plotCell(view: View, drawn: Drawn, floating: Element[]) {
  const key = new Legend(view);
  const closer = new Zoom(view);
  const spots = new SpotMenu(view);
  const over = h("div", { class: "ssc-over" }, ...drawn.over, closer.el, ...floating, spots.el);
  const titles = new AxisTitles(view, over);
  const shown = axes(view, () => titles.expect());
  const alarm = notice(view, over);
  const top = h("div", { class: "ssc-top" }, key.el, shown.el);
  const hint = note(view, top, over, alarm.taken);
  over.append(titles.el, alarm.el);
  top.append(hint.el);
  const arrange = (): void => {
    alarm.arrange();
    hint.arrange();
  };
  const rested = (): void => closer.rested();
  const panels = [key, shown, titles, alarm, hint, closer, spots];
  const boxes = [key.list, shown.menu];
  return { top, over, boxes, panels, arrange, rested, closer, spots };
}

/** A question that was asked for from here takes the focus; returns which one is open. */
function follow(view: View, { el, focus }: QuestionPanel, before: string | null): string | null {
  const { state, local } = view;
  const now = questionKey(state);
  if (!local.awaiting || state.conflict) return now;
  if (state.exhausted) local.awaiting = null;
  if (now === null || now === before) return now;
  const asked = local.awaiting === "asked";
  local.awaiting = null;
  const active = document.activeElement;
  if (!active || active.contains(view.root) || view.root.contains(active)) focus();
  view.reveal(el, asked);
  return now;
}
