/** The features in which a cluster differs most, as two distributions; and shares of texts. */

import type { Share, Silhouette } from "../../contract";
import { h, s } from "../../core/dom";
import * as common from "../../core/text";
import { fillOf } from "../../plot/palette";
import * as words from "./text";

const [WIDE, HIGH] = [216, 32];
const MIDDLE = HIGH / 2;

export const strips = (features: readonly Silhouette[], cluster: number): HTMLElement[] =>
  features.map((feature) => strip(feature, cluster));

function strip({ name, values, places, heights, about }: Silhouette, cluster: number): HTMLElement {
  const [here, rest] = heights;
  return h(
    "div",
    { class: "ssc-sil" },
    numbers(name, values),
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDE} ${HIGH}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": about,
        style: `--ssc-fill:${fillOf(cluster)}`,
      },
      s("path", { class: "ssc-here", d: outline(here, -1) }),
      s("path", { class: "ssc-rest", d: outline(rest, 1) }),
      s("path", { class: "ssc-hair", d: `M0 ${MIDDLE}H${WIDE}` }),
      tick(places[0], 1, MIDDLE),
      tick(places[1], MIDDLE, HIGH - 1),
    ),
  );
}

/** A column of texts has no silhouette. */
export const share = ({ name, values }: Share): HTMLElement =>
  h("div", { class: "ssc-sil ssc-share" }, numbers(name, values));

const numbers = (name: string, [here, rest]: Share["values"]): HTMLElement =>
  h(
    "div",
    {},
    h("span", { title: name }, name),
    h(
      "div",
      { class: "ssc-v ssc-num" },
      h("b", {}, here),
      common.DOT,
      h("span", {}, `${words.REST} ${rest}`),
    ),
  );

/** Up (-1) or down (1) from the middle; the highest is a pixel short of the edge. */
function outline(heights: readonly number[], way: number): string {
  const base = MIDDLE + way * 0.5;
  const step = WIDE / Math.max(1, heights.length - 1);
  const points = heights.map(
    (height, k) => [k * step, base + way * height * (MIDDLE - 2)] as const,
  );
  const line = points.map(([x, y]) => `L${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return `M0 ${base}${line}L${WIDE} ${base}Z`;
}

function tick(place: number, from: number, to: number): SVGPathElement {
  const x = Math.max(1, Math.min(WIDE - 1, place * WIDE)).toFixed(1);
  return s("path", { class: "ssc-med", d: `M${x} ${from}V${to}` });
}
