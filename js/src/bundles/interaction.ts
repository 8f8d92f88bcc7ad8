/** The interaction bundle: menus, forms, dialogs, cards and overlays, in painting order. */

import { s } from "../core/dom";
import { FullScreen } from "../core/layout/full_screen";
import { landmarks } from "../core/layout/root_attributes";
import { type Brought, OnDemand } from "../core/lazy_bundle";
import type { View } from "../core/view_state";
import { annotatorFilter } from "../features/annotators/annotator_filter";
import type { AxesButton } from "../features/axes/axes_button";
import { axesMenu } from "../features/axes/axes_menu";
import { AxisTitles } from "../features/axes/axis_titles";
import { ClusterPanel } from "../features/clusters/cluster_card";
import type { ClusterNames, NameSlots } from "../features/clusters/cluster_names";
import { Planned } from "../features/clusters/edit_overlay";
import { ChainOverlay } from "../features/conflict/chain_overlay";
import { conflict } from "../features/conflict/conflict_dialog";
import { constraints } from "../features/constraints/constraint_table";
import { feasibility } from "../features/feasibility/feasibility";
import { Batch } from "../features/question/batch";
import { panelWidth } from "../features/question/panel_width";
import type { QuestionPanel } from "../features/question/question";
import { Shapes } from "../features/question_types/question_overlay";
import { QuestionTypes } from "../features/question_types/question_types";
import { LargeImage } from "../features/row_content/large_image";
import { Thumbnails } from "../features/row_content/thumbnails";
import { Tooltip } from "../features/row_content/tooltip";
import { LassoLinks, LassoMenu } from "../features/selection/lasso_menu";
import { selected } from "../features/selection/selected_table";
import { parameters } from "../features/settings/parameters";
import { adviceButton } from "../features/status/advice_button";
import type { FirstRun } from "../features/status/first_run";
import { help } from "../features/status/keys_card";
import { DragAndWheel, type Ground } from "../input/drag_and_wheel";
import { noteKeys } from "../page/keys_in_notes";
import { more, roomItems } from "../page/more_menu";
import { type PageSlots, together } from "../page/page_slots";
import { SpotMenu } from "../plot/overlap_menu";
import { Zoom } from "../plot/zoom";

/** What the core bundle offers to this one alone. */
export interface CoreSlots extends PageSlots {
  readonly asked: QuestionPanel;
  readonly axes: AxesButton;
}

export interface Interaction extends Brought, ReturnType<typeof made> {
  readonly screen: FullScreen;
  touch(ground: Ground): DragAndWheel;
}

export function interaction(view: View, page: CoreSlots): Interaction {
  const screen = new FullScreen(view);
  const all = made(view, page, screen);
  const touch = (ground: Ground): DragAndWheel => new DragAndWheel(view, page.overlay, ground);
  return { ...all, ...together(Object.values(all)), screen, touch };
}

/** All parts, in painting order. */
const made = (view: View, page: CoreSlots, screen: FullScreen) => {
  const large = new LargeImage(view);
  const names = namesOn(view, page);
  return {
    ...manually(view, page, () => names.part.now?.inView ?? null),
    ...inSide(view, page, large),
    names,
    ...onPlot(view, page, large),
    ...opened(view, page, screen),
    first_run: firstRunOf(view, page),
  };
};

/** What opens under a button, and the dialog. */
function opened(view: View, page: CoreSlots, screen: FullScreen) {
  const { buttons } = page;
  const form = parameters(view, () => buttons.parameters);
  const card = help(view, () => buttons.help);
  const room = roomItems(view, screen, () => card.toggle());
  const others = more(view, buttons.more, () => [...page.entries, ...room]);
  const boxes = [form, card, others];
  page.popovers.append(...boxes.map(({ el }) => el));
  const dialog = conflict(view, page.dialogs);
  return { form, card, more: others, dialog };
}

/** What a newcomer reads; its code is loaded in a session that begins here. */
function firstRunOf(view: View, page: CoreSlots) {
  const part = new OnDemand<FirstRun, CoreSlots>(view, "first_run", page);
  const sync = (): void => {
    if (part.now || view.state.first_run) part.sync();
  };
  return { sync };
}

/** The names of the clusters on the map; their code is loaded where there are any. */
function namesOn(view: View, page: CoreSlots) {
  const names = s("g", { class: "ssc-medians" });
  const part = new OnDemand<ClusterNames, NameSlots>(view, "cluster_names", { ...page, names });
  page.overlay.add({ el: names, draw: (_view, _dots, _tag, isMoving) => part.now?.draw(isMoving) });
  const sync = (): void => {
    if (part.now || view.state.axes.medians.length) part.sync();
  };
  return { part, sync };
}

/** Tooltip and zoom, which get keys last. */
function manually(view: View, page: CoreSlots, clustersInView: () => number | null) {
  const [tip, closer] = [new Tooltip(view), new Zoom(view, clustersInView)];
  page.over.append(tip.el, closer.el);
  return { tip, closer, landmarks: landmarks(view), keys: noteKeys(view, page) };
}

/** What lies over the plot. */
function onPlot(view: View, page: CoreSlots, large: LargeImage) {
  page.overlay.add(
    new Thumbnails(view),
    new LassoLinks(),
    new ChainOverlay(),
    new Shapes(),
    new Planned(),
  );
  const [menu, spots] = [new LassoMenu(view), new SpotMenu(view)];
  const titles = new AxisTitles(view, page.over);
  const axes = axesMenu(view, page.axes, () => titles.expect());
  page.popovers.append(axes.el);
  page.over.append(menu.el, large.el, spots.el, titles.el);
  return { menu, spots, large, titles, axes };
}

/** The panels beside the plot. */
function inSide(view: View, page: CoreSlots, large: LargeImage) {
  const { folds, side, asked, table, popovers, actions } = page;
  const clusterPanel = new ClusterPanel(
    view,
    folds,
    (index) => actions().pick(index, false),
    (row, name) => large.open(row, name),
  );
  const listed = selected(view, folds, (index) => actions().goTo(index));
  const forms = new QuestionTypes(
    view,
    asked.typeButton,
    (row, name) => large.open(row, name),
    new Batch(view),
  );
  const infeasible = feasibility(view, page);
  const advice = adviceButton(view, page);
  side.prepend(infeasible.el, clusterPanel.el);
  asked.el.after(listed.el);
  asked.join(forms);
  const wider = panelWidth(view);
  asked.typeButton.after(wider.el);
  const rows = constraints(view, table, annotatorFilter);
  popovers.append(forms.menu.el, ...clusterPanel.menus.map(({ el }) => el));
  return { infeasible, advice, clusterPanel, forms, wider, listed, rows };
}
