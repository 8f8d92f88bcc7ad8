/** The menu of question types. */

import type { View } from "../../core/view_state";
import { type MenuItem, PopMenu } from "../../ui/popup_menu";
import * as words from "./text";

export const shapeMenu = (view: View, button: HTMLElement): PopMenu =>
  new PopMenu(
    view,
    words.SHAPE_MENU,
    () => button,
    () => choices(view),
  );

function choices(view: View): MenuItem[] {
  const { shape: now, choices: all } = view.state.question_types;
  return all.map(({ id: shape, title: label, about, reason }) => {
    const checked = shape === now;
    const run = (): void => {
      if (checked) return;
      view.set({ awaiting: "asked" });
      view.send({ type: "shape", shape });
    };
    const check = checked ? ({ icon: "check" } as const) : {};
    return { label, about, reason, checked, single: true, ...check, run };
  });
}
