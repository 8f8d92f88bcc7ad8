/** The menu of question types. */

import type { View } from "../../core/view_state";
import { type MenuItem, PopMenu } from "../../ui/popup_menu";
import * as words from "./text";

export const typeMenu = (view: View, button: HTMLElement): PopMenu =>
  new PopMenu(
    view,
    words.TYPE_MENU,
    () => button,
    () => choices(view),
  );

function choices(view: View): MenuItem[] {
  const { current, choices: all } = view.state.question_types;
  return all.map(({ id, title: label, about, reason }) => {
    const checked = id === current;
    const run = (): void => {
      if (checked) return;
      view.set({ awaiting: "asked" });
      view.send({ type: "question_type", question_type: id });
    };
    const check = checked ? ({ icon: "check" } as const) : {};
    return { label, about, reason, checked, single: true, ...check, run };
  });
}
