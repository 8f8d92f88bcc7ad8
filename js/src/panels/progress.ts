/** How the score and the share of kept constraints went, answer by answer. */

import type { Progress } from "../contract";
import { round } from "../plot/geometry";
import * as words from "../sentences";
import { h, s, say, show, whenChanged } from "../ui/dom";
import { type Folds, section } from "../ui/section";
import { isRoomy, type Panel, type View } from "../view";

type Curve = (number | null)[];
const [LEFT, RIGHT, TOP, BOTTOM] = [8, 312, 5, 27];
const DOTS = 40;

export function progress(view: View, folds: Folds): Panel {
  const part = section("ssc-progress", () => {
    folds.toggle("progress", isRoomy(view));
    sync();
  });
  const score = chart();
  const kept = chart();
  const ends = h(
    "div",
    { class: "ssc-ends", "aria-hidden": "true" },
    h("span", {}, words.FIRST),
    h("span", {}, words.LAST),
  );
  const outlook = h("p", { class: "ssc-outlook" });
  part.body.append(h("div", { class: "ssc-chart" }, score.el, kept.el), ends, outlook);

  const paint = whenChanged((now: Progress) => {
    score.paint(words.score(now.score_name), now.score_text, now.curve.score);
    kept.paint(words.SHARE_KEPT, now.kept_text, now.curve.kept);
    say(outlook, now.outlook);
    show(outlook, !!now.outlook);
  });
  const sync = (): void => {
    const now = view.state.progress;
    const open = folds.isOpen("progress", isRoomy(view));
    part.paint(
      words.PROGRESS,
      open ? [] : [words.progressNow(now.score_text, now.kept_text)],
      open,
    );
    paint(now);
  };
  return { el: part.el, sync };
}

function chart(): { el: HTMLElement; paint(name: string, now: string, heights: Curve): void } {
  const caption = h("span", { class: "ssc-muted" });
  const value = h("b", { class: "ssc-num" });
  const picture = s("svg", { viewBox: "0 0 320 30", role: "img" });
  const el = h("div", {}, h("div", { class: "ssc-cap" }, caption, value), picture);
  const paint = (name: string, now: string, heights: Curve): void => {
    say(caption, name);
    say(value, now);
    picture.setAttribute("aria-label", words.curveAbout(name, now, heights.length));
    picture.replaceChildren(
      s("line", { class: "ssc-base", x1: LEFT, x2: RIGHT, y1: 29.5, y2: 29.5 }),
      ...curve(heights),
    );
  };
  return { el, paint };
}

/** Places of the known heights, which run from 0 (bottom) to 1 (top). */
export function places(heights: Curve): [number, number][] {
  const step = heights.length > 1 ? (RIGHT - LEFT) / (heights.length - 1) : 0;
  return heights.flatMap((height, i): [number, number][] =>
    height === null
      ? []
      : [
          [
            round(heights.length > 1 ? LEFT + i * step : RIGHT),
            round(BOTTOM - height * (BOTTOM - TOP)),
          ],
        ],
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
