/** All keys on one card, with the letters that this widget was given. */

import type { Keys } from "../contract";
import { h, whenChanged } from "../ui/dom";
import { Popover } from "../ui/popover";
import type { View } from "../view";

export function help(view: View, opener: () => HTMLElement): Popover {
  const list = h("dl", { class: "ssc-keys" });
  const build = whenChanged((keys: Keys) => {
    list.replaceChildren(
      ...rows(keys).flatMap(([names, text]) => [
        h("dt", {}, ...names.map((name) => h("kbd", {}, name))),
        h("dd", {}, text),
      ]),
    );
  });
  const note = h(
    "p",
    { class: "ssc-muted" },
    "Click a point, press a key, click the other point. Clicking the same spot again takes the point beneath. " +
      "In Link mode two clicks make a must-link. The keys work while the widget has the focus.",
  );
  const el = h("div", { class: "ssc-helpbody" }, list, note);
  return new Popover(view, "Keys", "ssc-help", opener, { el, sync: () => build(view.state.keys) });
}

function rows(keys: Keys): [string[], string][] {
  const letter = (name: keyof Keys): string => keys[name].toUpperCase();
  return [
    [[letter("must")], "must-link: the answer, or a link from the picked point"],
    [[letter("cannot")], "cannot-link, likewise"],
    [[letter("unknown")], "don't know"],
    [[letter("next")], "suggest the next question"],
    [[letter("lasso")], "lasso: drag around points; Shift adds, Alt removes"],
    [["Arrows"], "move to the nearest point in that direction"],
    [["Enter"], "pick the point, or in Lasso mode add and remove it"],
    [["Esc"], "cancel"],
    [["Ctrl", "Z"], "undo; with Shift, redo"],
    [[keys.help], "these keys"],
  ];
}
