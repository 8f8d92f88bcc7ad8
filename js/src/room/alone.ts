/** A view without the box that Jupyter puts it in beside bqplot's figure: it gets a root of its own. */

import { h } from "../ui/dom";

/** The root around what a view has put into its element so far. */
export function ownRoot(el: HTMLElement): HTMLElement {
  const layer = h("div", { class: "ssc-layer" });
  layer.append(...el.childNodes);
  const root = h("div", { class: "ssc-root" }, layer);
  el.classList.remove("ssc-layer");
  el.append(root);
  return root;
}
