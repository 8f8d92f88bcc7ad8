/** What the axes show: a menu above the plot at its right. */

import type { AxesName, AxesOption } from "../../contract";
import * as words from "../../sentences";
import { h, put, say, show, uid } from "../../ui/dom";
import { icon } from "../../ui/icons";
import { type MenuItem, PopMenu } from "../../ui/popmenu";
import { isBlocked, type Panel, type View } from "../../view";

export interface Axes extends Panel {
  readonly menu: PopMenu;
}

/** `expect` is called when the titles of the axes are about to become menus of the features. */
export function axes(view: View, expect: () => void): Axes {
  const now = h("span", {});
  const hidden = h("span", { class: "ssc-hides", hidden: true }, icon("warning"));
  const note = h("p", { class: "ssc-axesnote", id: uid("note"), hidden: true });
  const button = h(
    "button",
    {
      class: "ssc-b ssc-line",
      type: "button",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-describedby": note.id,
      onclick: () => menu.toggle(),
    },
    hidden,
    now,
    icon("chevronDown"),
  );
  const foot = h("div", { class: "ssc-foot" }, note, words.AXES_FOOT);
  const items = (): MenuItem[] =>
    view.state.projections.options.map((option) => item(view, option, expect));
  const menu = new PopMenu(view, words.AXES, () => button, items, { foot, right: true });
  menu.el.classList.add("ssc-axesmenu");
  const label = h("span", { class: "ssc-muted ssc-opt", "aria-hidden": "true" }, words.AXES);
  const el = h("div", { class: "ssc-axespick" }, label, button);
  const sync = (): void => {
    const { options, name } = view.state.projections;
    const title = options.find((option) => option.name === name)?.title ?? "";
    const hides = view.state.axes.note;
    say(now, title);
    put(button, "aria-label", words.axesNow(title));
    put(button, "title", hides || null);
    button.disabled = isBlocked(view);
    say(note, hides);
    show(note, hides !== "");
    show(hidden, hides !== "");
    show(el, options.length > 0);
    menu.sync();
  };
  return { el, menu, sync };
}

function item(
  view: View,
  { name, title, about, available }: AxesOption,
  expect: () => void,
): MenuItem {
  const run = (): void => {
    if (name === FEATURES) expect();
    view.send({ type: "axes", name });
  };
  return {
    label: name === FEATURES ? words.more(title) : title,
    aside: about,
    reason: available ? null : about,
    checked: name === view.state.projections.name,
    single: true,
    run,
  };
}

const FEATURES: AxesName = "features";
