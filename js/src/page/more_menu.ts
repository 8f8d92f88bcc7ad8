/** The More menu at the end of the toolbar. */

import type { FullScreen } from "../core/layout/full_screen";
import type { KeyHandler } from "../core/lazy_bundle";
import * as common from "../core/text";
import type { View } from "../core/view_state";
import { type MenuItem, PopMenu } from "../ui/popup_menu";

export interface More extends KeyHandler {
  readonly el: HTMLElement;
  sync(): void;
  toggle(): void;
}

/** `items` are read each time the menu opens; `null` is left out. */
export function more(
  view: View,
  button: HTMLButtonElement,
  items: () => readonly (() => MenuItem | null)[],
): More {
  const shown = (): MenuItem[] => items().flatMap((item) => item() ?? []);
  return new PopMenu(view, common.MORE_MENU, () => button, shown);
}

/** Entries of the whole widget, after those of the features. */
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
  const { sideHidden } = view.local;
  return {
    label: common.SIDE_PANEL,
    key: view.state.keys.side.toUpperCase(),
    checked: !sideHidden,
    run: () => view.set({ sideHidden: !sideHidden }),
  };
}

function helpItem({ state }: View, run: () => void): MenuItem {
  return { label: common.KEYS, icon: "help", key: state.keys.help, run };
}
