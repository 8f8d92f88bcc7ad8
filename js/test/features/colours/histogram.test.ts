import { expect, it } from "vitest";
import type { ColourScale } from "../../../src/contract";
import { Histogram } from "../../../src/features/colours/histogram";
import { one, press } from "../../fixtures";

const SCALE: ColourScale = {
  ends: ["18", "84"],
  positions: 66,
  chosen: [12, 34],
  chosen_texts: ["30", "52"],
  said: "30 to 52 · 163 of 420 points",
  bars: [0, 2, 4, 7].map((step) => ({ height: 1, step })),
  about: "age: 411 values from 18 to 84",
  clusters: [],
};

function made(change: Partial<ColourScale> = {}) {
  const sent: [number, number][] = [];
  const histogram = new Histogram((low, high) => sent.push([low, high]));
  document.body.append(histogram.el);
  const paint = (more: Partial<ColourScale> = {}) =>
    histogram.paint({ ...SCALE, ...change, ...more }, "age");
  paint();
  return { el: histogram.el, sent, paint };
}

it("greys the bars beyond the range, and says how much is within", () => {
  const { el } = made();
  const grey = [...el.querySelectorAll(".ssc-histbar")].map((bar) => bar.matches(".ssc-beyond"));
  expect(grey).toEqual([true, false, true, true]);
  expect(one(el, ".ssc-brush").getAttribute("x")).toBe("58.2");
  expect(one(el, ".ssc-row").textContent).toContain("30 to 52 · 163 of 420 points");
});

it("moves an end by keys, ten at a time with Shift, never beyond the other or the scale", () => {
  const { el, sent, paint } = made();
  const [from, to] = [...el.querySelectorAll<HTMLInputElement>("input")];
  expect([from?.getAttribute("aria-label"), to?.getAttribute("aria-valuetext")]).toEqual([
    "age from",
    "52",
  ]);
  press("ArrowRight", {}, from);
  press("ArrowLeft", { shiftKey: true }, to);
  paint({ chosen: [33, 34] });
  press("ArrowRight", { shiftKey: true }, from);
  paint({ chosen: [12, 60] });
  press("ArrowRight", { shiftKey: true }, to);
  expect(sent).toEqual([
    [13, 34],
    [13, 24],
    [34, 34],
    [12, 66],
  ]);
});

it("takes a range that is dragged, and clears it by a button or a double click", () => {
  const { el, sent } = made();
  const picture = one<SVGSVGElement>(el, "svg");
  picture.getBoundingClientRect = () => ({ left: 10, width: 66 }) as DOMRect;
  const drag = (name: string, clientX: number) =>
    picture.dispatchEvent(new MouseEvent(name, { clientX, bubbles: true }));
  drag("pointerdown", 50);
  drag("pointermove", 20);
  drag("pointerup", 20);
  drag("pointerdown", 30);
  drag("pointerup", 30);
  one(el, ".ssc-row button").click();
  drag("dblclick", 30);
  expect(sent).toEqual([
    [10, 40],
    [0, 66],
    [0, 66],
  ]);
});

it("is none where all values are the same", () => {
  expect(made({ positions: 0 }).el.hidden).toBe(true);
});
