/** Colour and marker shape of each cluster. */

import type { Cluster } from "../contract";
import { s } from "../core/dom";

/** The eight fills of Okabe and Ito, ordered so that the first four stay clear of accent and error. */
const OKABE_ITO = [
  "#E69F00",
  "#56B4E9",
  "#009E73",
  "#CC79A7",
  "#0072B2",
  "#D55E00",
  "#F0E442",
  "var(--ssc-ink)",
];

/**
 * Frozen: colours must not change between releases. 25 colours × 8 shapes: 200 looks; hues of the
 * same shape, k and k + 8, differ by at least 75°.
 */
const FURTHER = [
  "#E78AC3",
  "#B2DF8A",
  "#A1887F",
  "#4D9DE0",
  "#A6D854",
  "#17BECF",
  "#1B7837",
  "#7F7FD5",
  "#80B1D3",
  "#8C564B",
  "#6A3D9A",
  "#9E9D24",
  "#FB9A99",
  "#BC80BD",
  "#C51B7D",
  "#FFB55A",
  "#B15928",
];

const FILLS = [...OKABE_ITO, ...FURTHER];

const SHAPES = [
  "M4.6 0A4.6 4.6 0 1 1-4.6 0A4.6 4.6 0 1 1 4.6 0Z",
  "M-4.1-4.1H4.1V4.1H-4.1Z",
  "M0-5.8L5.3 3.8H-5.3Z",
  "M0-6.1L5 0L0 6.1L-5 0Z",
  "M-1.9-5.2H1.9V-1.9H5.2V1.9H1.9V5.2H-1.9V1.9H-5.2V-1.9H-1.9Z",
  "M0 5.8L5.3-3.8H-5.3Z",
  "M0-6L1.7-2.1L5.8-1.7L2.7 1.1L3.6 5.1L0 3L-3.6 5.1L-2.7 1.1L-5.8-1.7L-1.7-2.1Z",
  "M-2.7-4.7H2.7L5.4 0L2.7 4.7H-2.7L-5.4 0Z",
];

/** The looks of the clusters of this widget, where they are not the clusters' numbers. */
let looks: readonly number[] = [];

/** Take the looks of these clusters; returns them as one text. */
export function wear(clusters: readonly Cluster[]): string {
  looks = clusters.map(({ id, look = id }) => look);
  return String(looks);
}

const lookOf = (cluster: number): number => looks[cluster] ?? cluster;
export const fillOf = (cluster: number): string => FILLS[lookOf(cluster) % FILLS.length] as string;
export const shapeOf = (cluster: number): string =>
  SHAPES[lookOf(cluster) % SHAPES.length] as string;

/** Share of the fill in a point too small for an edge; mixed with black, or white on dark. */
const SPOTS = [84, 80, 90, 88, 100, 100, 62, 100];
const SPOTS_ON_DARK = [100, 100, 80, 100, 72, 100, 100, 100];
const SPOT = 84;
const DARK = '[data-jp-theme-light="false"]';

/** The style sheet that turns one attribute per dot into colour and shape, over bqplot's own style. */
export function clusterRules(count: number): string {
  const rules: string[] = [];
  for (let k = 0; k < Math.max(count, OKABE_ITO.length); k++) {
    const fill = fillOf(k);
    const edge = `color-mix(in srgb,${fill} var(--ssc-edge-keep),#000)`;
    rules.push(
      `.ssc-root path[data-cluster="${k}"]{fill:${fill}!important;stroke:${edge}!important;` +
        `d:path("${shapeOf(k)}")!important;--ssc-fill:${fill};--ssc-line:${edge}}`,
      `.ssc-root i[data-cluster="${k}"]{background:${fill};border-color:${edge}}`,
      `.ssc-spot[data-cluster="${k}"]{color:color-mix(in srgb,${fill} ${SPOTS[lookOf(k)] ?? SPOT}%,#000)}`,
      `${DARK} .ssc-spot[data-cluster="${k}"]{` +
        `color:color-mix(in srgb,${fill} ${SPOTS_ON_DARK[lookOf(k)] ?? SPOT}%,#fff)}`,
    );
  }
  return rules.join("\n");
}

/** A cluster's mark for the legend, the question and the menu. */
export function glyph(cluster: number, scale: number): SVGSVGElement {
  return s(
    "svg",
    { class: "ssc-g", viewBox: "-8 -8 16 16", "aria-hidden": "true" },
    s("path", {
      class: "ssc-pt",
      "data-cluster": cluster,
      d: shapeOf(cluster),
      transform: `scale(${scale})`,
    }),
  );
}
