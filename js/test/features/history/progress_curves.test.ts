import { describe, expect, it } from "vitest";
import { places } from "../../../src/features/history/progress_curves";
import { one, QUESTION, STATE, shown } from "../../fixtures";

describe("the outlook", () => {
  it("is a sentence under the curves, where there is one", async () => {
    const { model, root } = await shown();
    expect(one(root, ".ssc-outlook").hidden).toBe(true);
    const outlook = "The next ten answers would move about 2 of 150 points.";
    model.put({ progress: { ...STATE.progress, outlook } });
    expect(one(root, ".ssc-outlook").hidden).toBe(false);
    expect(one(root, ".ssc-outlook").textContent).toBe(outlook);
  });
});

describe("the curves", () => {
  it("run from the left edge to the right, heights upwards, gaps left out", () => {
    expect(
      places(
        [
          [0, 1, 2],
          [0, null, 1],
        ],
        2,
      ),
    ).toEqual([
      [8, 27],
      [312, 5],
    ]);
    expect(places([[0], [0.5]], 0)).toEqual([[312, 16]]);
    expect(places([[], []], 0)).toEqual([]);
    expect(
      places(
        [
          [0, 5],
          [0, 1],
        ],
        10,
      )[1],
    ).toEqual([160, 5]);
  });
});

describe("the scale", () => {
  const scale = { first: "0.40", top: "0.55", bottom: "0.40" };
  const progress = {
    ...STATE.progress,
    score_name: "silhouette",
    score_text: "0.55",
    place: 2,
    span: 2,
    curve: { at: [0, 1, 2], score: [0, 0.5, 1], kept: [1, 1, 1] },
    scales: { score: scale, kept: { first: "100 %", top: "100 %", bottom: "90 %" } },
    turns: [{ at: 1, clusterer: "MPCK-means" }],
  };

  it("tells start and now, and what both ends stand for", async () => {
    const { root } = await shown({ progress });
    const [score = root] = root.querySelectorAll<HTMLElement>(".ssc-chart > div");
    expect(one(score, ".ssc-cap").textContent).toBe("Score (silhouette)0.40 → 0.55");
    expect([...one(score, ".ssc-scale").children].map((end) => end.textContent)).toEqual([
      "0.55",
      "0.40",
    ]);
    expect(one(score, "svg").getAttribute("aria-label")).toBe(
      "Score (silhouette): 0.55 after 2 steps, 0.40 at the start, on a scale from 0.40 to 0.55",
    );
  });

  it("marks where another clusterer took over, and names it", async () => {
    const { model, root } = await shown({ progress });
    const lines = [...root.querySelectorAll(".ssc-turn")];
    expect(lines.map((line) => line.getAttribute("x1"))).toEqual(["160", "160"]);
    expect(one(root, ".ssc-turned").textContent).toBe("MPCK-means from step 1 on.");
    model.put({ progress: { ...progress, turns: [] } });
    expect(root.querySelectorAll(".ssc-turn")).toHaveLength(0);
    expect(one(root, ".ssc-turned").hidden).toBe(true);
  });
});

describe("what was folded or opened by hand", () => {
  const open = (root: HTMLElement): string | null =>
    one(root, ".ssc-progress .ssc-head").getAttribute("aria-expanded");

  it("stays so from question to question, and apart from the time without one", async () => {
    const { model, root } = await shown({ question: QUESTION });
    expect(open(root)).toBe("false");
    one(root, ".ssc-progress .ssc-head").click();
    model.put({ question: null });
    expect(open(root)).toBe("true");
    one(root, ".ssc-progress .ssc-head").click();
    model.put({ question: { ...QUESTION, number: 11 } });
    expect(open(root)).toBe("true");
    model.put({ question: null });
    expect(open(root)).toBe("false");
  });
});

describe("between two questions", () => {
  it("what was folded stays folded while the next one is looked for", async () => {
    const { model, root } = await shown({ question: QUESTION });
    const open = (): boolean =>
      one(root, "section[aria-label=Progress]").classList.contains("ssc-open");
    expect(open()).toBe(false);
    model.put({ question: null, asking: true });
    expect(open()).toBe(false);
    model.put({ question: { ...QUESTION, number: QUESTION.number + 1 }, asking: false });
    expect(open()).toBe(false);
    model.put({ question: null });
    expect(open()).toBe(true);
  });
});
