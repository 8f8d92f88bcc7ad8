/** The chart of agreement with the true labels, one curve per strategy. */

import type { AgreementCurve, OracleRun } from "../../contract";
import { h, put, s, show, whenChanged } from "../../core/dom";
import { round } from "../../core/geometry";
import { line as drawn, type Place } from "../../ui/line_chart";
import * as words from "./text";

const [LEFT, RIGHT, TOP, BOTTOM, END] = [32, 236, 8, 128, 320];
/** Between the last point and its text; the width of a letter; the height of a line. */
const [GAP, LETTER, LINE] = [12, 6.6, 16];

export interface Chart {
  readonly el: HTMLElement;
  paint(run: OracleRun): void;
}

export function chart(): Chart {
  const picture = s("svg", { viewBox: `0 0 ${END} ${BOTTOM + 24}`, role: "img" });
  const key = h("div", { class: "ssc-oraclekey" });
  const el = h("div", { class: "ssc-chart ssc-oraclechart" }, picture, key);
  const draw = whenChanged(({ levels, steps, curves }: OracleRun["chart"]) => {
    const ends = texts(curves);
    picture.replaceChildren(
      ...levels.flatMap(([at, text]) => level(up(at), text)),
      ...steps.map(([at, text]) => written(along(at), BOTTOM + 16, text, "middle")),
      written(END - 2, BOTTOM + 16, words.QUESTIONS, "end"),
      ...[...curves].reverse().flatMap((curve) => line(curve, curves.indexOf(curve))),
      ...(ends ?? []),
    );
    show(key, !ends);
    key.replaceChildren(...(ends ? [] : curves.map(named)));
  });
  const paint = (run: OracleRun): void => {
    put(picture, "aria-label", run.about || words.INDEX);
    draw(run.chart);
  };
  return { el, paint };
}

const along = (x: number): number => round(LEFT + x * (RIGHT - LEFT));
const up = (y: number): number => round(BOTTOM - y * (BOTTOM - TOP));

function level(y: number, text: string): SVGElement[] {
  const rule = s("line", { class: "ssc-base", x1: LEFT, x2: RIGHT, y1: y, y2: y });
  return [rule, written(LEFT - 6, y + 4, text, "end")];
}

const written = (x: number, y: number, text: string, anchor: string): SVGElement =>
  s("text", { x, y, "text-anchor": anchor }, text);

function line({ points }: AgreementCurve, number: number): SVGElement[] {
  const places = points.map(([x, y]): Place => [along(x), up(y)]);
  const last = places.at(-1);
  if (!last) return [];
  const [cx, cy] = last;
  return [
    drawn("ssc-l", places, number),
    s("circle", { class: "ssc-end", "data-curve": number, cx, cy, r: number ? 4 : 5 }),
  ];
}

/** The names at the ends of the curves, each on its own line; null where they do not fit. */
function texts(curves: readonly AgreementCurve[]): SVGElement[] | null {
  const ends = curves.flatMap(({ points, text }, number) => {
    const last = points.at(-1);
    return last ? [{ number, text, x: along(last[0]) + GAP, y: up(last[1]) }] : [];
  });
  if (ends.some(({ x, text }) => x + LETTER * text.length > END)) return null;
  const lines = apart(ends.map(({ y }) => y));
  return ends.map(({ number, text, x }, place) =>
    s("text", { class: "ssc-name", "data-curve": number, x, y: (lines[place] ?? 0) + 4 }, text),
  );
}

/** Heights at least a line apart, in the same order from top to bottom, all of them on the picture. */
export function apart(heights: readonly number[]): number[] {
  const order = heights
    .map((_, i) => i)
    .sort((i, j) => value(heights, i) - value(heights, j) || i - j);
  const moved = [...heights];
  let lowest = TOP - LINE;
  for (const i of order) {
    moved[i] = Math.max(value(moved, i), lowest + LINE);
    lowest = value(moved, i);
  }
  let highest = BOTTOM + LINE;
  for (const i of order.reverse()) {
    moved[i] = Math.min(value(moved, i), highest - LINE);
    highest = value(moved, i);
  }
  return moved.map(round);
}

const value = (values: readonly number[], i: number): number => values[i] ?? 0;

/** A curve's stroke and its name, where the names do not fit on the picture. */
function named({ text }: AgreementCurve, number: number): HTMLElement {
  const stroke = s("line", { class: "ssc-l", "data-curve": number, x1: 0, x2: 24, y1: 6, y2: 6 });
  const sample = s("svg", { viewBox: "0 0 24 12", "aria-hidden": "true" }, stroke);
  return h("span", { "data-curve": number }, sample, text);
}
