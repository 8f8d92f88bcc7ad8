/** One hit in the list of the search. */

import type { Hit, State } from "../../contract";
import { h, middled } from "../../core/dom";
import { glyph } from "../../plot/palette";
import * as words from "./text";

/** The cluster of a row that was found; none for a cluster. */
export const clusterName = ({ clusters }: State, { index, cluster }: Hit): string | undefined =>
  index === null ? undefined : clusters.find(({ id }) => id === cluster)?.name;

export function hitOption(state: State, hit: Hit, id: string, onclick: () => void): HTMLElement {
  const { name, cluster, pieces } = hit;
  const text = pieces.join("")
    ? pieces.map((piece, i) => (i % 2 ? h("mark", {}, piece) : piece))
    : [state.has_texts ? h("span", { class: "ssc-muted" }, words.NO_TEXT) : null];
  return h(
    "li",
    { role: "option", id, "aria-selected": "false", onclick, title: name },
    h(
      "span",
      { class: "ssc-hitname" },
      glyph(cluster, 1.15),
      h("b", {}, ...middled(name)),
      h("span", { dir: "auto" }, clusterName(state, hit)),
    ),
    h("span", { class: "ssc-hittext", dir: "auto" }, ...text),
  );
}
