/** The curves of the score and of the share of satisfied constraints, answer by answer. */

import type { Curves, Progress, ProgressThen, Scale, Turn } from "../../contract";
import { h, s, setText, show, whenChanged } from "../../core/dom";
import type { Panel, View } from "../../core/view_state";
import type { SideSection } from "../../page/side_sections";
import { line, type Place, placesOf, splitAt } from "../../ui/line_chart";
import { along, LEFT, RIGHT } from "./branch_layout";
import * as words from "./text";

type Heights = readonly (number | null)[];
const [TOP, BOTTOM] = [5, 27];
const DOTS = 40;
/** Length of the line below each curve. */
const BELOW = [36, 24] as const;

interface Progressing extends Pick<Panel, "sync"> {
  /** Container below the curves. */
  readonly under: HTMLElement;
}

/** Fills the section of the progress. */
export function progress(view: View, { body }: SideSection): Progressing {
  const [score, kept] = [chart(BELOW[0]), chart(BELOW[1])];
  const ends = h(
    "div",
    { class: "ssc-ends", "aria-hidden": "true" },
    h("span", {}, words.FIRST),
    h("span", {}, words.LAST),
  );
  const turned = h("p", { class: "ssc-turned ssc-muted" });
  const outlook = h("p", { class: "ssc-outlook" });
  const charts = h("div", { class: "ssc-chart" }, score.el, kept.el);
  const under = h("div", { class: "ssc-timeline" }, ends);
  body.prepend(charts, under, turned, outlook);

  const paint = whenChanged(([now, past]: [Progress, boolean]) => {
    score.paint(words.score(now.score_name), curveOf(now, "score", past));
    kept.paint(words.SHARE_KEPT, curveOf(now, "kept", past));
    const { turns, outlook: expected, enough } = now;
    setText(turned, turns.map((turn) => words.turned(turn.clusterer, turn.at)).join(" "));
    show(turned, turns.length > 0);
    setText(outlook, expected);
    show(outlook, !!expected && !enough.reached);
  });
  return { under, sync: () => paint([view.state.progress, !!view.local.past]) };
}

function curveOf(all: Progress, which: "score" | "kept", past: boolean): Drawn {
  const { place, span, turns, scales } = all;
  const { beside = null }: Partial<ProgressThen> = all;
  const isScore = which === "score";
  const one = ({ at, score, kept }: Curves): Curve => [at, isScore ? score : kept];
  return {
    ...{ place, span, turns, past },
    now: isScore ? all.score_text : all.kept_text,
    scale: isScore ? scales.score : scales.kept,
    curve: one(all.curve),
    beside: beside && one(beside),
  };
}

type Curve = readonly [at: readonly number[], heights: Heights];

interface Drawn {
  now: string;
  curve: Curve;
  beside: Curve | null;
  /** The place of the step shown, and the last one drawn. */
  place: number;
  span: number;
  past: boolean;
  scale: Scale;
  turns: readonly Turn[];
}

/** A curve under its name, with its first and its present value, and the ends of its scale beside it. */
function chart(below: number): { el: HTMLElement; paint(name: string, drawn: Drawn): void } {
  const caption = h("span", { class: "ssc-muted" });
  const first = h("span", { class: "ssc-muted ssc-num" });
  const value = h("b", { class: "ssc-num" });
  const picture = s("svg", { viewBox: "0 0 320 30", role: "img" });
  const [top, bottom] = [h("span", {}), h("span", {})];
  const scaled = h("div", { class: "ssc-scale ssc-num", "aria-hidden": "true" }, top, bottom);
  const head = h("div", { class: "ssc-cap" }, caption, h("span", {}, first, value));
  const el = h("div", {}, head, h("div", { class: "ssc-curve" }, picture, scaled));
  const paint = (name: string, drawn: Drawn): void => {
    const { now, place, span, past, scale, turns } = drawn;
    setText(caption, name);
    setText(value, now);
    setText(first, place > 0 && !past && scale.first ? words.startingAt(scale.first) : "");
    setText(top, scale.top);
    setText(bottom, scale.bottom);
    const about = words.curveAbout(name, now, place);
    picture.setAttribute("aria-label", words.curveWithin(about, scale));
    const x = along(place, span);
    picture.replaceChildren(
      s("line", { class: "ssc-base", x1: LEFT, x2: RIGHT, y1: 29.5, y2: 29.5 }),
      ...turns.map(({ at, clusterer }) => turnedAt(along(at, span), clusterer, at)),
      ...lines(drawn),
      ...(past ? [s("line", { class: "ssc-cur", x1: x, x2: x, y1: -2, y2: 30 + below })] : []),
      ...dots(drawn),
    );
  };
  return { el, paint };
}

/** Where another clusterer took over: what came before is on the scale of another method. */
const turnedAt = (x: number, clusterer: string, at: number): SVGElement =>
  s(
    "line",
    { class: "ssc-turn", x1: x, x2: x, y1: 1, y2: 29 },
    s("title", {}, words.turned(clusterer, at)),
  );

/** Places of the known heights, which run from 0 (bottom) to 1 (top). */
export const places = ([at, heights]: Curve, span: number): Place[] =>
  placesOf(
    heights,
    (i) => along(at[i] as number, span),
    (height) => BOTTOM - height * (BOTTOM - TOP),
  );

/** The curve up to the step shown; later steps and another branch are pale. */
function lines({ curve, beside, place, span }: Drawn): Node[] {
  const [before, after] = splitAt(places(curve, span), along(place, span));
  return [
    ...(beside ? [line("ssc-l ssc-later", places(beside, span))] : []),
    ...(after.length > 1 ? [line("ssc-l ssc-later", after)] : []),
    line("ssc-l", before),
  ];
}

function dots({ curve, place, span }: Drawn): Node[] {
  const x = along(place, span);
  const points = places(curve, span);
  const at = splitAt(points, x)[0].at(-1);
  if (!at) return [];
  const each = points.map(([cx, cy]) =>
    s("circle", { class: cx > x ? "ssc-d ssc-later" : "ssc-d", cx, cy, r: 2 }),
  );
  const few = points.length > DOTS ? [] : each;
  return [...few, s("circle", { class: "ssc-now", cx: at[0], cy: at[1], r: 5 })];
}
