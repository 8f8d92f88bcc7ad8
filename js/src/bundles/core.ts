/** The core bundle: the page for the first picture and the first answers; made by `js/build.mjs`. */

import type { AnswerKind, Reply } from "../contract";
import { focusOf, h, isWithin, put } from "../core/dom";
import { type KeyHandler, OnDemand } from "../core/lazy_bundle";
import {
  askedOf,
  isAsking,
  type Panel,
  questionKey,
  unfitted,
  type View,
} from "../core/view_state";
import { axesButton } from "../features/axes/axes_button";
import { Legend } from "../features/clusters/legend";
import type { history as historyOf } from "../features/history/history";
import type { Previews } from "../features/preview/preview";
import { type QuestionPanel, question } from "../features/question/question";
import { shapeButton } from "../features/question_types/type_button";
import { toolbar } from "../features/settings/toolbar";
import { banner } from "../features/status/disconnected_banner";
import { notice } from "../features/status/error_notice";
import { StatusLine } from "../features/status/status_line";
import type { Actions, Parts } from "../input/actions";
import { note } from "../input/next_click_note";
import type { Brought } from "../input/pointer";
import { constraints, progress } from "../page/side_sections";
import type { Overlay } from "../plot/overlays/overlay";
import { Folds } from "../ui/section";
import { exportButton, moreButton } from "../ui/toolbar_openers";
import type { CoreSlots, Interaction } from "./interaction";
import type { SessionTools } from "./session_tools";

export interface Page {
  readonly elements: Element[];
  /** Elements after the plot. */
  readonly after: Element[];
  readonly keyHandlers: KeyHandler[];
  readonly menu: Parts["menu"];
  help(): void;
  full(): void;
  find(): void;
  focusQuestion(): void;
  /** Ask which of several points in one spot is meant. */
  choose(points: readonly number[], chosen: (index: number) => void): void;
  /** The pointer code of the interaction bundle, once loaded. */
  brought(): Brought | null;
  /** What the kernel replies to a part. */
  receive(reply: Reply, buffers: readonly DataView[]): void;
  /** Position the boxes over the plot, as the points have moved. */
  arrange(): void;
  /** The view has stopped moving. */
  rested(): void;
  sync(): void;
}

interface Drawn {
  overlay: Overlay;
  over: Element[];
  extra: Element[];
}

export function build(view: View, drawn: Drawn, actions: () => Actions): Page {
  const folds = new Folds();
  const opens = verbs({ interaction: () => interaction, tools: () => tools });
  const suggest = (): void => actions().suggest();
  const bar = toolbar(view, { suggest, parameters: opens.parameters });
  const line = new StatusLine(view, opens);
  const [out, others] = [exportButton(opens.export), moreButton(opens.more)];
  bar.tail.append(out, others);
  const answer = (kind: AnswerKind): void => actions().answer(kind);
  const asked = question(view, folds, { answer, ...opens }, shapeButton(view, opens.types));
  const problem = banner(view);
  const table = constraints(view, folds);
  const curves = progress(view, folds);

  const sections = [asked, table, curves];
  const side = h("div", { class: "ssc-side" }, ...sections.map(({ el }) => el));
  const around = plotCell(view, drawn, opens);
  const { over, axes, arrange } = around;
  const popovers = h("div", { class: "ssc-popovers" });
  const dialogs = h("div", { class: "ssc-dialogs" });
  const after = [side, line.el, popovers, dialogs];
  const buttons = { parameters: bar.parameters, help: line.help, export: out, more: others };
  const { overlay } = drawn;
  const { enlarge } = opens;
  const places = { overlay, side, asked, table, curves, axes, over, popovers, dialogs };
  const slots: CoreSlots = { folds, ...places, entries: [], buttons, actions, arrange, enlarge };
  const interaction = new OnDemand<Interaction, CoreSlots>(view, "interaction", slots);
  const tools = new OnDemand<SessionTools, CoreSlots>(view, "session_tools", slots);
  const preview = new OnDemand<Previews, CoreSlots>(view, "preview", slots);
  const history = new OnDemand<ReturnType<typeof historyOf>, CoreSlots>(view, "history", slots);
  const parts = [interaction, tools];
  const panels = [bar, problem, ...around.panels, ...parts, history, ...sections, preview, line];

  const isHeld = (): boolean => parts.every(({ now }) => now);
  const isBare = (): boolean => !interaction.now;
  const sync = painter(view, folds, panels, { side, asked, others, isHeld, isBare });
  const focusQuestion = (): void => {
    if (askedOf(view.state)) asked.focus();
  };
  const elements = [...drawn.extra, bar.el, problem.el, around.top, over, ...after];
  const keyHandlers = [preview, ...parts, history];
  const receive: Page["receive"] = (reply, buffers) => {
    for (const each of keyHandlers) each.receive(reply, buffers);
  };
  return { ...opens, elements, after, keyHandlers, focusQuestion, receive, arrange, sync };
}

interface Later {
  interaction(): OnDemand<Interaction, CoreSlots>;
  tools(): OnDemand<SessionTools, CoreSlots>;
}

/** Requests from the core to parts of the page that may not be loaded yet. */
function verbs({ interaction, tools }: Later) {
  const use = (act: (part: Interaction) => void) => (): void => interaction().use(act);
  return {
    parameters: use(({ form }) => form.toggle()),
    help: use(({ card }) => card.toggle()),
    full: use(({ screen }) => screen.toggle()),
    export: (): void => tools().use(({ out }) => out.toggle()),
    more: use(({ more }) => more.toggle()),
    types: use(({ forms }) => forms.menu.toggle()),
    clusters: (): void => tools().use(({ many }) => many.list()),
    axes: use(({ axes }) => axes.toggle()),
    find: (): void => tools().use(({ search }) => search.open()),
    rested: (): void => interaction().now?.closer.rested(),
    brought: (): Brought | null => interaction().now,
    enlarge: (row: number, name: string): void =>
      interaction().use(({ large }) => large.open(row, name)),
    choose: (points: readonly number[], chosen: (index: number) => void): void =>
      interaction().use(({ spots }) => spots.open(points, chosen)),
    menu: {
      get isOpen(): boolean {
        return !!interaction().now?.menu.isOpen;
      },
      expect: use(({ menu }) => menu.expect()),
    },
  };
}

interface Places {
  side: HTMLElement;
  asked: QuestionPanel;
  others: HTMLButtonElement;
  /** Whether the code of the open panel is loaded. */
  isHeld(): boolean;
  /** Whether the page has only the core: no tables, no menus. */
  isBare(): boolean;
}

/** Paints all panels; the side cannot be reached while a conflict waits. */
function painter(
  view: View,
  folds: Folds,
  panels: readonly Pick<Panel, "sync">[],
  { side, asked, others, isHeld, isBare }: Places,
): () => void {
  const follow = follower(view, asked);
  return () => {
    const { state, local } = view;
    folds.situation(`${isAsking(view)} ${local.openPanel !== null} ${!!unfitted(view)}`);
    for (const panel of panels) panel.sync();
    others.disabled = local.disconnected;
    put(view.root, "data-ssc-lacking", local.disconnected && isBare());
    put(asked.el, "hidden", (local.openPanel !== null || !!unfitted(view)) && isHeld());
    put(side, "inert", !!state.conflict && !local.disconnected);
    follow();
  };
}

/** The row above the plot and what lies over it. */
function plotCell(view: View, drawn: Drawn, opens: { clusters(): void; axes(): void }) {
  const legend = new Legend(view, opens.clusters);
  const over = h("div", { class: "ssc-over" }, ...drawn.over);
  const axes = axesButton(view, opens.axes);
  const alarm = notice(view, over);
  const top = h("div", { class: "ssc-top" }, legend.el, axes.el);
  const hint = note(view, top, over, alarm.taken);
  over.append(alarm.el);
  top.append(hint.el);
  const arrange = (): void => {
    alarm.arrange();
    hint.arrange();
  };
  const panels = [legend, axes, alarm, hint];
  return { top, over, axes, panels, arrange };
}

/** A question requested here takes the focus, unless the person has moved it meanwhile. */
function follower(view: View, { el, focus }: QuestionPanel): () => void {
  let open: string | null = null;
  let from: Element | null = null;
  const remember = (): void => {
    from = focusOf(view.root);
  };
  return () => {
    const { state, local } = view;
    const [now, before] = [questionKey(state), open];
    open = now;
    if (!local.awaiting) from = null;
    else if (!from) queueMicrotask(remember); // a menu that was used gives the focus back first
    if (!local.awaiting || state.conflict) return;
    if (state.exhausted) local.awaiting = null;
    if (now === null || now === before) return;
    const [asked, active, had] = [local.awaiting === "asked", focusOf(view.root), from];
    local.awaiting = from = null;
    // Where that element is gone, the focus is outside, or on the plot.
    const lost = !active || isWithin(active, view.root) || active.matches(".ssc-figure");
    if (lost || active === had || (!had && view.root.contains(active))) focus();
    view.reveal(el, asked);
  };
}
