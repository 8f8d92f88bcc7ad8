/**
 * What the first picture and the first answers do without: the cluster in hand, menus, forms, dialogs,
 * finding. A line each, in the order in which they are painted.
 */

import { Find, findItem } from "../content/find";
import { LargeImage } from "../content/large";
import { widener } from "../content/panelwidth";
import { selected } from "../content/selected";
import { Chain } from "../drawings/chain";
import { Planned } from "../drawings/planned";
import { Shapes } from "../drawings/shapes";
import { Span } from "../drawings/span";
import { Thumbnails } from "../drawings/thumbnails";
import { Hand } from "../hand/cluster";
import type { Ground } from "../input/ground";
import { Touch } from "../input/touch";
import { SpotMenu } from "../looking/spot";
import { Zoom } from "../looking/zoom";
import { axesMenu } from "../panels/axes/menu";
import { AxisTitles } from "../panels/axes/titles";
import { conflict } from "../panels/conflict";
import { Forms } from "../panels/forms";
import { help } from "../panels/help";
import { LassoMenu } from "../panels/lassomenu";
import { parameters } from "../panels/parameters";
import { Medians } from "../plot/medians";
import { Tooltip } from "../plot/tooltip";
import { FullScreen } from "../room/fullscreen";
import { landmarks } from "../room/landmarks";
import { more, roomItems } from "../room/more";
import { noteKeys } from "../room/notekeys";
import { constraints } from "../table/constraints";
import { ListMenu } from "../ui/listmenu";
import type { View } from "../view";
import { waysOut } from "../ways/waysout";
import type { Frame } from "./frame";
import type { Brought } from "./ondemand";
import { together } from "./together";

export interface Explore extends Brought, ReturnType<typeof made> {
  readonly screen: FullScreen;
  touch(ground: Ground): Touch;
}

export function explore(view: View, frame: Frame): Explore {
  const screen = new FullScreen(view);
  const all = made(view, frame, screen);
  const touch = (ground: Ground): Touch => new Touch(view, frame.overlay, ground);
  return { ...all, ...together(Object.values(all)), screen, touch };
}

/** All of it, in the order in which it is painted. */
const made = (view: View, frame: Frame, screen: FullScreen) => {
  const large = new LargeImage(view);
  return {
    ...byHand(view, frame),
    ...inSide(view, frame, large),
    ...onPlot(view, frame, large),
    ...opened(view, frame, screen),
  };
};

/** What opens under a button, and the dialog. */
function opened(view: View, frame: Frame, screen: FullScreen) {
  const { buttons, legend } = frame;
  const form = parameters(view, () => buttons.parameters);
  const card = help(view, () => buttons.help);
  const room = roomItems(view, screen, () => card.toggle());
  const others = more(view, buttons.more, () => [...frame.entries, ...room]);
  const clusters = new ListMenu(
    view,
    () => legend.rest,
    () => legend.others(),
    (index) => legend.pointAt(index),
  );
  const boxes = [form, card, others, clusters];
  frame.popovers.append(...boxes.map(({ el }) => el));
  const dialog = conflict(view, frame.dialogs);
  return { form, card, more: others, clusters, dialog };
}

/** What is told at a point, and the zoom: all else hears keys before. */
function byHand(view: View, frame: Frame) {
  const [tip, closer] = [new Tooltip(view), new Zoom(view)];
  frame.over.append(tip.el, closer.el);
  return { tip, closer, landmarks: landmarks(view), keys: noteKeys(view, frame) };
}

/** What lies over the plot. */
function onPlot(view: View, frame: Frame, large: LargeImage) {
  frame.overlay.add(
    new Medians(),
    new Thumbnails(view),
    new Span(),
    new Chain(),
    new Shapes(),
    new Planned(),
  );
  const search = new Find(view, (index) => frame.actions().goTo(index));
  frame.entries.unshift(() => findItem(view, search));
  const [menu, spots] = [new LassoMenu(view), new SpotMenu(view)];
  const titles = new AxisTitles(view, frame.over);
  const axes = axesMenu(view, frame.axes, () => titles.expect());
  frame.popovers.append(axes.el);
  frame.over.append(menu.el, search.el, large.el, spots.el, titles.el);
  return { search, menu, spots, large, titles, axes };
}

/** What is in hand, and the forms of the question. */
function inSide(view: View, frame: Frame, large: LargeImage) {
  const { folds, side, asked, table, popovers, actions } = frame;
  const held = new Hand(view, folds, (index) => actions().pick(index, false));
  const listed = selected(view, folds, (index) => actions().goTo(index));
  const forms = new Forms(view, asked.shapes, (row, name) => large.open(row, name));
  const ways = waysOut(view, frame);
  side.prepend(ways.el, held.el);
  asked.el.after(listed.el);
  asked.join(forms);
  const wider = widener(view);
  asked.shapes.after(wider.el);
  const rows = constraints(view, table);
  popovers.append(forms.menu.el, ...held.menus.map(({ el }) => el));
  return { ways, held, forms, wider, listed, rows };
}
