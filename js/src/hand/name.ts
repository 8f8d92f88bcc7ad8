/** The name of the cluster in hand, changed where it stands. */

import * as words from "../sentences";
import { h } from "../ui/dom";
import type { View } from "../view";

const LONGEST = 5000;

export interface NameField {
  readonly el: HTMLInputElement;
  /** Show another name, unless the person is at it. */
  show(cluster: number, name: string): void;
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
  el.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Enter") keep();
    else restore();
    view.focusPlot();
  });
  el.addEventListener("change", keep);
  const show = (now: number, name: string): void => {
    const typing = document.activeElement === el && now === cluster;
    [cluster, kept] = [now, name];
    if (!typing) restore();
  };
  return { el, show };
}
