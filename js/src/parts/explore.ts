/**
 * What the first picture and the first answers do without: the cluster in hand, menus, forms, dialogs,
 * finding and taking things away. A line each, in the order in which they are painted.
 */

import { Find, findItem } from "../content/find";
import { selected } from "../content/selected";
import type { Reply } from "../contract";
import { Hand } from "../hand/cluster";
import type { KeyTaker } from "../input/actions";
import { SpotMenu } from "../looking/spot";
import { type Exporter, exporter } from "../out/exporter";
import { conflict } from "../panels/conflict";
import { help } from "../panels/help";
import { LassoMenu } from "../panels/lassomenu";
import { parameters } from "../panels/parameters";
import { type More, more, roomItems } from "../room/more";
import type { Popover } from "../ui/popover";
import type { View } from "../view";
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
}

export function explore(view: View, frame: Frame): Explore {
  const { folds, buttons, screen, side, question, over, popovers } = frame;
  const form = parameters(view, () => buttons.parameters);
  const card = help(view, () => buttons.help);
  const out = exporter(view, buttons.export);
  const search = new Find(view, (index) => frame.actions().goTo(index));
  frame.entries.unshift(() => findItem(view, search));
  const room = roomItems(view, screen, () => card.toggle());
  const others = more(view, buttons.more, () => [...frame.entries, ...room]);
  const held = new Hand(view, folds, (index) => frame.actions().pick(index, false));
  const listed = selected(view, folds, (index) => frame.actions().goTo(index));
  const menu = new LassoMenu(view);
  const spots = new SpotMenu(view);
  const dialog = conflict(view, frame.dialogs);

  side.prepend(held.el);
  question.after(listed.el);
  over.append(menu.el, search.el, spots.el);
  popovers.append(form.el, card.el, others.el, out.popover.el, ...held.menus.map(({ el }) => el));

  const painted = [held, listed, spots, menu, form, card, others, out.popover, search, dialog];
  const takers: KeyTaker[] = [
    ...[dialog, form, card, others, out.popover, ...held.menus],
    ...[menu, search, listed, held, spots],
  ];
  return {
    ...{ form, card, more: others, out, search, menu, spots },
    sync: () => {
      for (const each of painted) each.sync();
    },
    press: (event) => takers.some((taker) => taker.press(event)),
    receive: (reply: Reply, buffers) => {
      if (reply.type === "file") out.receive(reply, buffers);
      else if (reply.type === "cluster" || reply.type === "plan") held.receive(reply);
    },
  };
}
