/** Points of the replay filled by a value: the cluster is their shape and edge. */

import { describe, expect, it } from "vitest";
import { fillOf, shapeOf } from "../../src/plot/palette";
import { printed, printedSpot } from "../../src/plot/value_colours";
import type { Data, Shown } from "../../src/replay/data";
import { Plot } from "../../src/replay/plot";

const packed = (bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes));
const CODES = [3, 17, 16, 128 + 3, 128 + 17];

function plot(n: number): { el: Element; show(isFilled: boolean): void } {
  const codes = Array.from({ length: n }, (_, i) => CODES[i % CODES.length] as number);
  const fills = { codes: packed(codes), said: "", title: "", ends: null, kinds: [], lasting: true };
  const places = packed(new Array(4 * n).fill(0));
  const about = { titles: ["x", "y"], ticks: [[], []], names: null, steps: [] };
  const made = new Plot({ ...about, n, itemsize: 1, places, fills } as unknown as Data);
  const labels = Uint16Array.from({ length: n }, (_, i) => i % 2);
  const shown: Shown = { labels, answers: [] };
  return { el: made.el, show: (isFilled) => made.show(shown, new Set(), "", isFilled) };
}

describe("points with fills of their own", () => {
  it("have the colour of a value, of their cluster, or none", () => {
    const { el, show } = plot(5);
    show(true);
    const dots = [...el.querySelectorAll<SVGPathElement>(".dot")];
    const fills = dots.map((dot) => dot.getAttribute("fill"));
    expect(fills).toEqual([printed(3), fillOf(1), "none", "none", "none"]);
    expect(dots.map((dot) => dot.hasAttribute("data-out"))).toEqual([
      ...[false, false, false],
      ...[true, true],
    ]);
    expect(dots[0]?.style.getPropertyValue("--own")).toBe(fillOf(0));
    expect(dots[0]?.getAttribute("d")).toBe(shapeOf(0));
    show(false);
    expect(dots.map((dot) => dot.getAttribute("fill"))).toEqual(
      [0, 1, 0, 1, 0].map((cluster) => fillOf(cluster)),
    );
    expect(el.querySelector("[data-out],[data-value]")).toBeNull();
  });

  it("are squares of one path for each cluster and value, the pale ones behind", () => {
    const { el, show } = plot(6000);
    show(true);
    const clouds = [...el.querySelectorAll(".cloud")];
    expect(clouds.map((cloud) => cloud.hasAttribute("data-hollow"))).toEqual([
      ...[true, true],
      ...[false, false],
      ...[true, true],
      ...[false, false],
    ]);
    const counts = clouds.map((cloud) => cloud.getAttribute("d")?.split("z").length);
    expect(counts).toEqual([1201, 1201, ...new Array(6).fill(601)]);
    expect(clouds.slice(6).map((cloud) => cloud.getAttribute("fill"))).toEqual([
      printedSpot(3),
      printedSpot(3),
    ]);
  });
});

it("rows that are not there are not drawn, nor are links with them", () => {
  const { el } = plot(3);
  expect(el.querySelectorAll("[display]")).toHaveLength(0);
  const places = packed(new Array(12).fill(0));
  const about = { titles: ["x", "y"], ticks: [[], []], names: null, steps: [], fills: null };
  const made = new Plot({ ...about, n: 3, itemsize: 2, places } as unknown as Data);
  const link = { number: 1, action: 1, kind: "must", soft: false, source: "", time: 0 } as const;
  const answers = [
    { ...link, i: 0, j: 1 },
    { ...link, i: 0, j: 2 },
  ];
  made.show({ labels: Uint16Array.of(0, 1, 65_534), answers }, new Set(), "", false);
  const shown = [...made.el.querySelectorAll(".dot")].map((dot) => dot.getAttribute("display"));
  expect(shown).toEqual([null, null, "none"]);
  expect(made.el.querySelectorAll(".link")).toHaveLength(1);
});
