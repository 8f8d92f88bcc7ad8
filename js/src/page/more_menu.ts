/** The menu at the end of the toolbar: what is wanted now and then, one line each. */

import type { FullScreen } from "../core/layout/full_screen";
import type { KeyTaker } from "../core/lazy_bundle";
import * as common from "../core/text";
import type { View } from "../core/view_state";
import { type MenuItem, PopMenu } from "../ui/popup_menu";

export interface More extends KeyTaker {
  readonly el: HTMLElement;
  sync(): void;
  toggle(): void;
}

/** `items` are asked for their present words each time the menu opens; `null` is left out. */
export function more(
  view: View,
  button: HTMLButtonElement,
  items: () => readonly (() => MenuItem | null)[],
): More {
  const shown = (): MenuItem[] => items().flatMap((item) => item() ?? []);
  return new PopMenu(view, common.MORE_MENU, () => button, shown);
}

/** What concerns the widget as a whole: items of single features stand before these. */
export const roomItems = (view: View, screen: FullScreen, help: () => void): (() => MenuItem)[] => [
  () => fullScreenItem(view, screen),
  () => largeItem(view),
  () => sideItem(view),
  () => helpItem(view, help),
];

function fullScreenItem({ local, state }: View, screen: FullScreen): MenuItem {
  return {
    label: local.full ? common.LEAVE_FULL_SCREEN : common.FULL_SCREEN,
    icon: local.full ? "reduce" : "enlarge",
    key: state.keys.full.toUpperCase(),
    run: () => screen.toggle(),
  };
}

function largeItem(view: View): MenuItem {
  const { large } = view.local;
  const run = (): void => view.set({ large: !large });
  return { label: common.LARGE, about: common.LARGE_ABOUT, checked: large, run };
}

function sideItem(view: View): MenuItem {
  const { alone } = view.local;
  return {
    label: common.SIDE_PANEL,
    key: view.state.keys.side.toUpperCase(),
    checked: !alone,
    run: () => view.set({ alone: !alone }),
  };
}

function helpItem({ state }: View, run: () => void): MenuItem {
  return { label: common.KEYS, icon: "help", key: state.keys.help, run };
}
