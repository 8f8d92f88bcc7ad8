/** How the score and the share of kept constraints went, answer by answer. */

import type { Progress, Scale, Turn } from "../contract";
import { round } from "../plot/geometry";
import * as words from "../sentences";
import { h, s, say, show, whenChanged } from "../ui/dom";
import type { Panel, View } from "../view";
import type { Below } from "./sections";

type Curve = (number | null)[];
const [LEFT, RIGHT, TOP, BOTTOM] = [8, 312, 5, 27];
const DOTS = 40;

/** Fills the section of the progress. */
export function progress(view: View, { body }: Below): Pick<Panel, "sync"> {
  const score = chart();
  const kept = chart();
  const ends = h(
    "div",
    { class: "ssc-ends", "aria-hidden": "true" },
    h("span", {}, words.FIRST),
    h("span", {}, words.LAST),
  );
  const turned = h("p", { class: "ssc-turned ssc-muted" });
  const outlook = h("p", { class: "ssc-outlook" });
  const charts = h("div", { class: "ssc-chart" }, score.el, kept.el);
  body.append(charts, ends, turned, outlook);

  const paint = whenChanged((now: Progress) => {
    const { curve: curves, scales, turns } = now;
    const titled = words.score(now.score_name);
    score.paint(titled, { now: now.score_text, heights: curves.score, scale: scales.score, turns });
    kept.paint(words.SHARE_KEPT, {
      now: now.kept_text,
      heights: curves.kept,
      scale: scales.kept,
      turns,
    });
    say(turned, turns.map((turn) => words.turned(turn.clusterer, turn.at + 1)).join(" "));
    show(turned, turns.length > 0);
    say(outlook, now.outlook);
    show(outlook, !!now.outlook);
  });
  return { sync: () => paint(view.state.progress) };
}

interface Drawn {
  now: string;
  heights: Curve;
  scale: Scale;
  turns: readonly Turn[];
}

/** A curve under its name, with its first and latest value, and the ends of its scale beside it. */
function chart(): { el: HTMLElement; paint(name: string, drawn: Drawn): void } {
  const caption = h("span", { class: "ssc-muted" });
  const first = h("span", { class: "ssc-muted ssc-num" });
  const value = h("b", { class: "ssc-num" });
  const picture = s("svg", { viewBox: "0 0 320 30", role: "img" });
  const [top, bottom] = [h("span", {}), h("span", {})];
  const scaled = h("div", { class: "ssc-scale ssc-num", "aria-hidden": "true" }, top, bottom);
  const head = h("div", { class: "ssc-cap" }, caption, h("span", {}, first, value));
  const el = h("div", {}, head, h("div", { class: "ssc-curve" }, picture, scaled));
  const paint = (name: string, { now, heights, scale, turns }: Drawn): void => {
    say(caption, name);
    say(value, now);
    say(first, heights.length > 1 && scale.first ? words.from(scale.first) : "");
    say(top, scale.top);
    say(bottom, scale.bottom);
    const about = words.curveAbout(name, now, heights.length);
    picture.setAttribute("aria-label", words.curveWithin(about, scale));
    picture.replaceChildren(
      s("line", { class: "ssc-base", x1: LEFT, x2: RIGHT, y1: 29.5, y2: 29.5 }),
      ...turns.map(({ at, clusterer }) => turnedAt(along(at, heights.length), clusterer, at)),
      ...curve(heights),
    );
  };
  return { el, paint };
}

/** Where another clusterer took over: what came before is on the scale of another method. */
const turnedAt = (x: number, clusterer: string, at: number): SVGElement =>
  s(
    "line",
    { class: "ssc-turn", x1: x, x2: x, y1: 1, y2: 29 },
    s("title", {}, words.turned(clusterer, at + 1)),
  );

const along = (i: number, count: number): number =>
  round(count > 1 ? LEFT + (i * (RIGHT - LEFT)) / (count - 1) : RIGHT);

/** Places of the known heights, which run from 0 (bottom) to 1 (top). */
export function places(heights: Curve): [number, number][] {
  const up = (height: number): number => round(BOTTOM - height * (BOTTOM - TOP));
  return heights.flatMap((height, i): [number, number][] =>
    height === null ? [] : [[along(i, heights.length), up(height)]],
  );
}

function curve(heights: Curve): Node[] {
  const points = places(heights);
  const last = points.at(-1);
  if (!last) return [];
  const dots =
    points.length > DOTS
      ? []
      : points.map(([cx, cy]) => s("circle", { class: "ssc-d", cx, cy, r: 2 }));
  return [
    s("polyline", { class: "ssc-l", points: points.map((p) => p.join(",")).join(" ") }),
    ...dots,
    s("circle", { class: "ssc-now", cx: last[0], cy: last[1], r: 5 }),
  ];
}
