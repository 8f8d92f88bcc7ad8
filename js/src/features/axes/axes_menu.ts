/** The menu of projections. */

import type { AxesName, AxesOption } from "../../contract";
import { h } from "../../core/dom";
import type { View } from "../../core/view_state";
import { type MenuItem, PopMenu } from "../../ui/popup_menu";
import type { AxesButton } from "./axes_button";
import * as words from "./text";

/** `expect` is called when the titles of the axes are about to become menus of the features. */
export function axesMenu(view: View, { button, note }: AxesButton, expect: () => void): PopMenu {
  const foot = h("div", { class: "ssc-foot" }, note, words.AXES_FOOT);
  const items = (): MenuItem[] =>
    view.state.projections.options.map((option) => item(view, option, expect));
  const menu = new PopMenu(view, words.AXES, () => button, items, { foot, right: true });
  // there from the start, as the note that it holds describes the button
  menu.el.append(foot);
  menu.el.classList.add("ssc-axesmenu");
  return menu;
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
