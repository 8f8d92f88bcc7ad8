/** The one place for notes on the plot: what the next click or key will do. */

import { h, whenChanged } from "../dom";
import { KIND_NAMES } from "../icons";
import { speaksOfPicks } from "../linking";
import { nameOf, questionKey, type Panel, type View } from "../view";

/** Words, and keys in braces: "{Esc} cancels". */
export function noteText(view: Pick<View, "state" | "local" | "names">): string {
  const { state, local } = view;
  const { first, second, kind } = local.linking;
  const { must, cannot } = { must: state.keys.must.toUpperCase(), cannot: state.keys.cannot.toUpperCase() };
  if (state.conflict || local.disconnected) return "";
  if (local.drawing) return "{Shift} adds {Alt} removes {Esc} cancels";
  if (state.lasso?.group && !state.lasso.count) {
    return `Cannot-link ${state.lasso.group.length} points: draw the other group {Esc} cancels`;
  }
  if (first !== null && kind) {
    const other = kind === "must" ? `{${cannot}} cannot-link` : `{${must}} must-link`;
    return `${KIND_NAMES[kind]} from ${nameOf(view, first)}: click the other point ${other} {Esc} cancels`;
  }
  if (first !== null && speaksOfPicks(local.linking, questionKey(state))) {
    const picked = second === null ? nameOf(view, first) : `${nameOf(view, first)} and ${nameOf(view, second)}`;
    const instead = state.question ? `, not question ${state.question.number}` : "";
    return `${picked} picked: {${must}} or {${cannot}} links${instead} {Esc} cancels`;
  }
  if (local.mode === "lasso") return "{Shift} adds {Alt} removes {Esc} cancels";
  return local.mode === "link" ? "Click two points to must-link them" : "";
}

export function note(view: View): Panel {
  const el = h("div", { class: "ssc-note", hidden: true });
  const paint = whenChanged((text: string) => {
    const parts = text.split(/\{(.*?)\}/);
    el.replaceChildren(...parts.map((part, i) => (i % 2 ? h("kbd", {}, part) : part.trim() && h("span", {}, part.trim()))));
    el.hidden = !text;
  });
  return {
    el,
    sync: () => {
      paint(noteText(view));
      el.classList.toggle("ssc-hi", view.local.linking.kind !== null);
    },
  };
}
