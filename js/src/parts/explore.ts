/**
 * What the first picture and the first answers do without: the cluster in hand, menus, forms, dialogs,
 * finding and taking things away. A line each, in the order in which they are painted.
 */

import { Find, findItem } from "../content/find";
import { LargeImage } from "../content/large";
import { selected } from "../content/selected";
import type { Reply } from "../contract";
import { Chain } from "../drawings/chain";
import { Planned } from "../drawings/planned";
import { Shapes } from "../drawings/shapes";
import { Span } from "../drawings/span";
import { Thumbnails } from "../drawings/thumbnails";
import { Hand } from "../hand/cluster";
import type { KeyTaker } from "../input/actions";
import { SpotMenu } from "../looking/spot";
import { type Exporter, exporter } from "../out/exporter";
import { axesMenu } from "../panels/axes/menu";
import { AxisTitles } from "../panels/axes/titles";
import { conflict } from "../panels/conflict";
import { Forms } from "../panels/forms";
import { help } from "../panels/help";
import { LassoMenu } from "../panels/lassomenu";
import { parameters } from "../panels/parameters";
import { type More, more, roomItems } from "../room/more";
import { ListMenu } from "../ui/listmenu";
import type { PopMenu } from "../ui/popmenu";
import type { Popover } from "../ui/popover";
import type { View } from "../view";
import { waysOut } from "../ways/waysout";
import type { Frame } from "./frame";
import type { Brought } from "./ondemand";

export interface Explore extends Brought {
  readonly form: Popover;
  readonly card: Popover;
  readonly more: More;
  readonly out: Exporter;
  readonly search: Find;
  readonly menu: LassoMenu;
  readonly spots: SpotMenu;
  readonly forms: Forms;
  readonly large: LargeImage;
  readonly axes: PopMenu;
  readonly clusters: ListMenu;
}

export function explore(view: View, frame: Frame): Explore {
  const made = { ...opened(view, frame), ...onPlot(view, frame), ...inSide(view, frame) };
  const {
    form,
    card,
    more: others,
    out,
    clusters,
    axes,
    titles,
    search,
    menu,
    spots,
    large,
  } = made;
  const { held, listed, forms, dialog } = made;
  const lists = [axes, clusters, ...held.menus];
  const boxes = [forms.menu, form, card, others, out.popover, ...lists];
  frame.popovers.append(...boxes.map(({ el }) => el));

  const ways = waysOut(view, frame);
  frame.side.prepend(ways.el);
  const painted = [ways, held, forms, listed, titles, spots, large, menu, search, axes, clusters];
  const takers: KeyTaker[] = [
    ...[dialog, form, card, others, out.popover, ...lists],
    ...[menu, search, large, listed, forms, held, spots],
  ];
  return {
    ...made,
    sync: () => {
      for (const each of [...painted, form, card, others, out.popover, dialog]) each.sync();
    },
    press: (event) => takers.some((taker) => taker.press(event)),
    takeBack: () => forms.takeBack(),
    receive: (reply: Reply, buffers) => {
      if (reply.type === "file") out.receive(reply, buffers);
      else if (reply.type === "cluster" || reply.type === "plan") held.receive(reply);
    },
  };
}

/** What opens under a button, and the dialog. */
function opened(view: View, frame: Frame) {
  const { buttons, legend, screen } = frame;
  const form = parameters(view, () => buttons.parameters);
  const card = help(view, () => buttons.help);
  const out = exporter(view, buttons.export);
  const room = roomItems(view, screen, () => card.toggle());
  const others = more(view, buttons.more, () => [...frame.entries, ...room]);
  const clusters = new ListMenu(
    view,
    () => legend.rest,
    () => legend.others(),
    (index) => legend.pointAt(index),
  );
  return { form, card, out, more: others, clusters, dialog: conflict(view, frame.dialogs) };
}

/** What lies over the plot. */
function onPlot(view: View, frame: Frame) {
  frame.overlay.add(new Thumbnails(view), new Span(), new Chain(), new Shapes(), new Planned());
  const search = new Find(view, (index) => frame.actions().goTo(index));
  frame.entries.unshift(() => findItem(view, search));
  const [menu, spots, large] = [new LassoMenu(view), new SpotMenu(view), new LargeImage(view)];
  const titles = new AxisTitles(view, frame.over);
  const axes = axesMenu(view, frame.axes, () => titles.expect());
  frame.over.append(menu.el, search.el, large.el, spots.el, titles.el);
  return { search, menu, spots, large, titles, axes };
}

/** What is in hand, and the forms of the question. */
function inSide(view: View, { folds, side, asked, actions }: Frame) {
  const held = new Hand(view, folds, (index) => actions().pick(index, false));
  const listed = selected(view, folds, (index) => actions().goTo(index));
  const forms = new Forms(view, asked.shapes);
  side.prepend(held.el);
  asked.el.after(listed.el);
  asked.join(forms);
  return { held, listed, forms };
}
