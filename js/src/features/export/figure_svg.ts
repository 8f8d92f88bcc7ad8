/** The plot and its legend as an SVG picture in light colours. */

import { s } from "../../core/dom";
import { FOUND, SAID } from "../../core/dots";
import { round } from "../../core/geometry";
import { NO_CLUSTER } from "../../core/text";
import type { View } from "../../core/view_state";
import { markOf } from "../../plot/hollow_mark";
import { fillOf } from "../../plot/palette";
import { inlined } from "./inline_styles";

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

const FONT = "system-ui,sans-serif";
const TEXT = 13;
const ROW = 28;
const PAD = 16;
const INK = "#000";
/** Elements of the interaction, which the picture leaves out. */
const PASSING = ".ssc-cursor,.ssc-drag,.ssc-moved,.ssc-lassoed,.ssc-picked";

/** The picture, or null while there is none. */
export function figure(view: View): Picture | null {
  const over = view.root.querySelector<SVGSVGElement>(".ssc-overlay");
  if (!over || !view.dots?.ready) return null;
  const box = over.getBoundingClientRect();
  const [width, plot] = [Math.round(box.width), Math.round(box.height)];
  const { clusters, no_cluster: none } = view.state;
  const entry = none ? [{ id: FOUND, name: NO_CLUSTER, size: none.size }] : [];
  const legend = key([...clusters, ...entry], width);
  const height = plot + legend.height;
  const drawn = s(
    "g",
    { transform: `translate(0 ${legend.height})` },
    ...inlined([...view.root.querySelectorAll(".ssc-axes > *")], view.root),
    points(view, width, plot, over.querySelector("[clip-path]")?.getAttribute("clip-path")),
    ...inlined([...over.children].filter(isLasting), view.root),
  );
  const svg = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": FONT, fill: "none" },
    s("rect", { width, height, fill: "#fff" }),
    legend.el,
    drawn,
  );
  return { svg: new XMLSerializer().serializeToString(svg), width, height };
}

const isLasting = (part: Element): boolean => !part.matches(PASSING);

function points(view: View, width: number, height: number, clip?: string | null): SVGGElement {
  const { dots, state } = view;
  const linked = new Set(state.links.flatMap(({ i, j }) => [i, j]));
  const small = state.axes.painter === "squares";
  const groups = new Map<number, SVGGElement>();
  const all = s("g", { "clip-path": clip });
  for (let i = 0; i < state.n; i++) {
    const [x, y] = dots?.at(i) ?? [NaN, NaN];
    if (!(x >= 0 && x <= width && y >= 0 && y <= height)) continue;
    const cluster = dots?.cluster(i) ?? 0;
    let group = groups.get(cluster);
    if (!group) {
      group = s("g", { ...paint(cluster), "stroke-width": 1.25, "stroke-linejoin": "round" });
      groups.set(cluster, group);
      all.append(group);
    }
    const transform = `translate(${round(x)} ${round(y)})`;
    const isSquare = small && !linked.has(i);
    const own = dots?.fill?.drawn?.(i, isSquare);
    const edge = { ...own, ...(linked.has(i) ? { stroke: INK, "stroke-width": 1.5 } : {}) };
    if (isSquare) {
      const square = { transform, stroke: "none", opacity: 0.6, ...own };
      const grey = cluster < SAID ? {} : { fill: GREY };
      group.append(s("path", { d: "M-1-1h2v2h-2z", ...grey, ...square }));
    } else group.append(s("path", { d: markOf(cluster), transform, ...edge }));
  }
  return all;
}

const GREY = "#757575";

/** A cluster's fill and its darker edge; points in none are hollow. */
function paint(cluster: number): { fill: string; stroke: string } {
  if (cluster >= SAID) return { fill: "none", stroke: GREY };
  const fill = fillOf(cluster).startsWith("#") ? fillOf(cluster) : INK;
  const parts = [1, 3, 5].map((place) => Number.parseInt(fill.slice(place, place + 2), 16));
  const full = fill.length === 7 ? parts : [0, 0, 0];
  return { fill, stroke: `rgb(${full.map((part) => Math.round(part * 0.62)).join(",")})` };
}

type Entry = { id: number; name: string; size: number };

/** Mark, name and size of every cluster, in as many rows as they need. */
function key(clusters: readonly Entry[], width: number): { el: SVGGElement; height: number } {
  const el = s("g", { "font-size": TEXT });
  let [x, y] = [PAD, ROW / 2 + 4];
  for (const { id, name, size } of clusters) {
    const room = 18 + wide(name) + 6 + wide(String(size)) + 16;
    if (x > PAD && x + room > width) [x, y] = [PAD, y + ROW];
    const mark = { ...paint(id), "stroke-width": 1.25, "stroke-linejoin": "round" };
    el.append(
      s("path", { d: markOf(id), transform: `translate(${x + 6} ${y}) scale(1.15)`, ...mark }),
      s("text", { x: x + 18, y: y + 4.5, fill: "#212121" }, name),
      s("text", { x: round(x + 24 + wide(name)), y: y + 4.5, fill: "#616161" }, String(size)),
    );
    x += room;
  }
  return { el, height: clusters.length ? y + ROW / 2 + 4 : 0 };
}

let ruler: CanvasRenderingContext2D | null | undefined;

/** Width of a text, measured or estimated. */
function wide(text: string): number {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text.length * 0.56 * TEXT;
  ruler.font = `${TEXT}px ${FONT}`;
  return Math.ceil(ruler.measureText(text).width);
}
