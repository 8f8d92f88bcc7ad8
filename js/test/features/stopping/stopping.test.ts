import { describe, expect, it } from "vitest";
import { EMPTY } from "../../empty_state";
import { note, one, shown, status } from "../../fixtures";

const PROGRESS = {
  ...EMPTY.progress,
  outlook: "The next ten answers would move about 2 of 150 points.",
  enough: {
    reached: false,
    last: "The last ten moved 1.",
    bars: [
      { answer: 1, moved: 4, height: 0.8 },
      { answer: 3, moved: 0, height: 0 },
    ],
    expected: 0.4,
    unsure: "",
  },
};

const near = (change: object) => ({
  progress: { ...PROGRESS, enough: { ...PROGRESS.enough, ...change } },
});

const REPLY = {
  type: "unsure",
  unsure: "5/2",
  levels: "0123",
  count: "2 points",
  status: "2 of 4 points are unsure.",
  why_not: "",
} as const;

const turn = (root: Element): HTMLElement => one(root, ".ssc-switch");

describe("whether it is enough", () => {
  it("is asked in a card once little would move, and Suggest steps back", async () => {
    const { model, root } = await shown(near({}));
    const card = one(root, ".ssc-stopping");
    const suggest = one(root, ".ssc-bar .ssc-main");
    expect(card.hidden).toBe(true);
    expect(one(root, ".ssc-outlook").hidden).toBe(false);
    model.put(near({ reached: true }));
    expect(card.hidden).toBe(false);
    expect(card.textContent).toBe(
      "Can you stop? The next ten answers would move about 2 of 150 points. The last ten moved 1.",
    );
    expect(one(root, ".ssc-outlook").hidden).toBe(true);
    expect(suggest.classList.contains("ssc-main")).toBe(false);
    suggest.click();
    expect(model.take().map(({ type }) => type)).toEqual(["suggest"]);
  });

  it("shows a bar for each answer that moved points, and a box for the next ten", async () => {
    const { root } = await shown(near({}));
    expect(root.querySelectorAll(".ssc-moves")).toHaveLength(1);
    expect(one(root, ".ssc-moves").getAttribute("height")).toBe("33.6");
    expect(one(root, ".ssc-expected").getAttribute("height")).toBe("16.8");
    const picture = one(root, ".ssc-bars svg");
    expect(picture.getAttribute("aria-label")).toContain("answer 3 moved 0");
    expect(one(root, ".ssc-bars .ssc-ends").textContent).toBe("answer 13");
  });

  it("shades the points by what is unsure while the switch is on, and asks once a moment", async () => {
    const { model, root } = await shown(near({}));
    expect(turn(root).getAttribute("aria-checked")).toBe("false");
    turn(root).click();
    expect(model.take()).toEqual([{ type: "unsure" }]);
    model.put(near({ unsure: "5/2" }));
    expect(model.take()).toEqual([{ type: "unsure" }]);
    model.tell(REPLY);
    const levels = [0, 1, 2, 3].map((k) => one(root, `path.dot[data-u${k}]`).dataset.index);
    expect(levels).toEqual(["0", "1", "2", "3"]);
    expect(root.hasAttribute("data-ssc-shade")).toBe(true);
    expect(one(root, ".ssc-switched").textContent).toBe("2 points");
    expect(one(root, ".ssc-shadescale").hidden).toBe(false);
    expect(status(root)).toBe("2 of 4 points are unsure.");
    model.put(near({ unsure: "5/2" }));
    expect(model.take()).toEqual([]);
    turn(root).click();
    expect(root.querySelector("path.dot[data-u3]")).toBe(null);
    expect(root.hasAttribute("data-ssc-shade")).toBe(false);
    expect(note(root)).toBe("");
  });

  it("says why nothing is known", async () => {
    const { model, root } = await shown(near({}));
    turn(root).click();
    const why = "Random does not say how sure it is; NPU does.";
    model.tell({ ...REPLY, levels: "", count: "", status: why, why_not: why });
    expect(one(root, ".ssc-switch + p").textContent).toBe(why);
    expect(one(root, ".ssc-shadescale").hidden).toBe(true);
    expect(root.hasAttribute("data-ssc-shade")).toBe(false);
  });
});
