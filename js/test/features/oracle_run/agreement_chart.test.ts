import { describe, expect, it } from "vitest";
import type { OracleRun } from "../../../src/contract";
import { apart, chart } from "../../../src/features/oracle_run/agreement_chart";

const LINE = 16;

const shownRun = (...texts: string[]): OracleRun => ({
  on: false,
  speed: "1",
  asked: 4,
  goal: 4,
  wrong: 0,
  beside: [],
  more: 0,
  chart: {
    curves: texts.map((text, k) => ({
      title: text,
      text,
      points: [
        [0, 0.25],
        [1, 0.5 + k / 100],
      ],
    })),
    levels: [
      [1, "1.0"],
      [0, "0.6"],
    ],
    steps: [
      [0, "0"],
      [1, "4"],
    ],
  },
  about: "Adjusted Rand index after 4 questions",
  lead: "",
  told: "",
  after: "",
  pair: null,
  count: "",
});

const painted = (...texts: string[]): HTMLElement => {
  const { el, paint } = chart();
  paint(shownRun(...texts));
  return el;
};

describe("the curves of agreement", () => {
  it("run from the ends of the scales to the last values, the session's own on top", () => {
    const el = painted("NPU 0.80", "MM 0.81");
    const lines = [...el.querySelectorAll("polyline")];
    expect(lines.map((line) => line.getAttribute("points"))).toEqual([
      "32,98 236,66.8",
      "32,98 236,68",
    ]);
    expect(lines.map((line) => line.dataset.curve)).toEqual(["1", "0"]);
    expect(el.querySelector("svg")?.getAttribute("aria-label")).toBe(
      "Adjusted Rand index after 4 questions",
    );
  });

  it("have their names at their ends, a line apart, while there is room", () => {
    const el = painted("NPU 0.80", "MM 0.81");
    const names = [...el.querySelectorAll(".ssc-name")];
    expect(names.map((name) => name.textContent)).toEqual(["NPU 0.80", "MM 0.81"]);
    const [own, other] = names.map((name) => Number(name.getAttribute("y")));
    expect((own ?? 0) - (other ?? 0)).toBe(LINE);
    expect(el.querySelector<HTMLElement>(".ssc-oraclekey")?.hidden).toBe(true);
  });

  it("have a key below where a name is too long", () => {
    const el = painted("NPU 0.80", "Explore-Consolidate 0.81");
    expect(el.querySelectorAll(".ssc-name")).toHaveLength(0);
    const key = el.querySelector<HTMLElement>(".ssc-oraclekey");
    expect(key?.hidden).toBe(false);
    expect(key?.textContent).toBe("NPU 0.80Explore-Consolidate 0.81");
  });

  it("are none before the first question, and scales are there all the same", () => {
    const el = painted();
    expect(el.querySelectorAll("polyline,circle")).toHaveLength(0);
    expect([...el.querySelectorAll("text")].map((text) => text.textContent)).toEqual([
      "1.0",
      "0.6",
      "0",
      "4",
      "questions",
    ]);
  });
});

describe("texts at the same height", () => {
  it.each([[[50, 50, 50]], [[8, 8, 8]], [[128, 128, 128]], [[100, 20, 101, 99]], [[8, 128]]])(
    "are moved apart, in their order, within the picture: %j",
    (heights) => {
      const moved = apart(heights);
      const sorted = [...moved].sort((a, b) => a - b);
      for (const [k, y] of sorted.slice(1).entries())
        expect(y - (sorted[k] ?? 0)).toBeGreaterThanOrEqual(LINE - 0.11);
      for (const [i, a] of heights.entries())
        for (const [j, b] of heights.entries())
          if (a < b) expect(moved[i]).toBeLessThan(moved[j] ?? 0);
      expect(Math.min(...moved)).toBeGreaterThanOrEqual(8);
      expect(Math.max(...moved)).toBeLessThanOrEqual(128);
    },
  );
});
