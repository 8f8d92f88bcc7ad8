import { describe, expect, it } from "vitest";
import { places } from "../../src/panels/progress";

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
