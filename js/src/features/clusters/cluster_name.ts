/** The name of a cluster, edited in place. */

import { focusOf, h } from "../../core/dom";
import type { View } from "../../core/view_state";
import * as words from "./text";

const LONGEST = 5000;

export interface NameField {
  readonly el: HTMLInputElement;
  /** Show another name, unless the person is editing it. */
  show(cluster: number, name: string): void;
  /** Restore the name; false if it is not being edited. */
  leave(): boolean;
}

export function nameField(view: View): NameField {
  let [cluster, kept] = [-1, ""];
  const el = h("input", {
    class: "ssc-name",
    type: "text",
    dir: "auto",
    maxlength: LONGEST,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": words.CLUSTER_NAME,
    title: words.CLUSTER_NAME_HINT,
  });
  const restore = (): void => {
    el.value = kept;
  };
  const keep = (): void => {
    const name = el.value.trim();
    if (!name || name === kept.trim()) return restore();
    kept = name;
    view.send({ type: "rename", cluster, name });
  };
  // the field gets no keys, but Enter is a change that leaves the focus in it
  el.addEventListener("change", () => {
    const entered = focusOf(el) === el;
    keep();
    if (entered) view.focusPlot();
  });
  const leave = (): boolean => {
    if (focusOf(el) !== el) return false;
    restore();
    view.focusPlot();
    return true;
  };
  const show = (now: number, name: string): void => {
    const typing = focusOf(el) === el && now === cluster;
    [cluster, kept] = [now, name];
    if (!typing) restore();
  };
  return { el, show, leave };
}
