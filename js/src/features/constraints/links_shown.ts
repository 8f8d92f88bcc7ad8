/** The menu that chooses which links the plot draws in full. */

import { h, show, uid } from "../../core/dom";
import type { Local, Panel, View } from "../../core/view_state";
import { RECENT } from "../../plot/overlays/link_lines";
import * as words from "./text";

const CHOICES: readonly Local["linksShown"][] = ["all", "recent", "none"];

export function linksShown(view: View): Panel {
  const name = uid("links");
  const inputs = CHOICES.map((choice) =>
    h("input", {
      type: "radio",
      name,
      value: choice,
      onchange: () => view.set({ linksShown: choice }),
    }),
  );
  const labels = inputs.map((input, k) =>
    h("label", {}, input, words.LINKS[CHOICES[k] as Local["linksShown"]]),
  );
  const title = h("span", { class: "ssc-muted", id: uid("shown") }, words.LINKS_SHOWN);
  const group = h("span", { class: "ssc-seg", role: "radiogroup", "aria-labelledby": title.id });
  group.append(...labels);
  const el = h("div", { class: "ssc-linksshown" }, title, group);
  const sync = (): void => {
    const { state, local } = view;
    show(el, state.links.length > RECENT || local.linksShown !== "recent");
    inputs.forEach((input, k) => {
      input.checked = CHOICES[k] === local.linksShown;
      labels[k]?.classList.toggle("ssc-on", input.checked);
    });
  };
  return { el, sync };
}
