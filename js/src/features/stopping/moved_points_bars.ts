/** Bars: points moved by each answer, and the number expected for the next ten. */

import type { Progress } from "../../contract";
import { h, s, setText, whenChanged } from "../../core/dom";
import * as words from "./text";

type Enough = Progress["enough"];

const [LEFT, RIGHT, FLOOR, HIGH] = [8, 312, 47, 42];
const NEXT = 10;

export interface Bars {
  readonly el: HTMLElement;
  paint(enough: Enough): void;
}

export function bars(): Bars {
  const value = h("b", { class: "ssc-num" });
  const picture = s("svg", { viewBox: "0 0 320 48", role: "img" });
  const ends = h("div", { class: "ssc-ends", "aria-hidden": "true" });
  const caption = h("span", { class: "ssc-muted" }, words.MOVED_BY_EACH);
  const el = h(
    "div",
    { class: "ssc-chart ssc-bars" },
    h("div", { class: "ssc-cap" }, caption, value),
    picture,
    ends,
  );
  const paint = whenChanged(({ bars: shown, expected }: Enough) => {
    const last = shown.at(-1);
    setText(value, last ? String(last.moved) : "");
    picture.setAttribute("aria-label", words.barsAbout(last));
    const places = shown.length + (expected === null ? 0 : NEXT);
    const step = (RIGHT - LEFT) / Math.max(places, 20);
    const drawn = shown
      .map(({ height }, k) => ({ k, height }))
      .filter(({ height }) => height > 0)
      .map(({ k, height }) => bar("ssc-moves", LEFT + k * step + 0.15 * step, 0.66 * step, height));
    const base = s("line", { class: "ssc-base", x1: LEFT, x2: RIGHT, y1: 47.5, y2: 47.5 });
    picture.replaceChildren(base, ...drawn, ...next(expected, LEFT + shown.length * step, step));
    const first = shown[0] ? words.firstAnswer(shown[0].answer) : "";
    ends.replaceChildren(
      h("span", {}, first),
      h("span", {}, last && shown.length > 1 ? String(last.answer) : ""),
    );
  });
  return { el, paint };
}

function bar(style: string, x: number, width: number, height: number): SVGElement {
  const high = Math.max(1, height * HIGH);
  return s("rect", {
    class: style,
    x: fixed(x),
    y: fixed(FLOOR - high),
    width: fixed(width),
    height: fixed(high),
  });
}

function next(expected: number | null, x: number, step: number): SVGElement[] {
  if (expected === null) return [];
  const wide = NEXT * step;
  const y = Math.max(10, FLOOR - expected * HIGH - 5);
  return [
    bar("ssc-expected", x, wide, expected),
    s("text", { x: fixed(x + wide / 2), y: fixed(y), "text-anchor": "middle" }, words.NEXT_TEN),
  ];
}

const fixed = (value: number): number => Math.round(value * 10) / 10;
