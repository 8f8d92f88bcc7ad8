import { describe, expect, it } from "vitest";
import { places } from "../../src/panels/progress";
import { one, STATE, shown } from "../fixtures";

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
    expect(places([0, null, 1])).toEqual([
      [8, 27],
      [312, 5],
    ]);
    expect(places([0.5])).toEqual([[312, 16]]);
    expect(places([])).toEqual([]);
  });
});
