/** What colour and shape mean, and how many points each cluster has. */

import type { Cluster } from "../contract";
import { glyph } from "../plot/palette";
import * as words from "../sentences";
import { h, whenChanged } from "../ui/dom";
import type { Panel, View } from "../view";

const SHOWN = 16;

export function legend(view: View): Panel {
  const el = h("ul", { class: "ssc-legend", "aria-label": words.CLUSTERS });
  const paint = whenChanged((clusters: Cluster[]) => {
    const rest = clusters.slice(SHOWN).length;
    el.replaceChildren(
      ...clusters.slice(0, SHOWN).map((cluster) => entry(cluster)),
      ...(rest ? [h("li", { class: "ssc-muted" }, words.andMore(rest))] : []),
    );
  });
  return { el, sync: () => paint(view.state.clusters) };
}

function entry({ id, name, size }: Cluster): HTMLElement {
  return h(
    "li",
    { class: "ssc-k" },
    glyph(id, 1.15),
    h("span", {}, name),
    h("span", { class: "ssc-muted ssc-num" }, String(size)),
  );
}
