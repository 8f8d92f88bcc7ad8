import { describe, expect, it } from "vitest";
import { emptiest } from "../../src/room/edges";

const PLACES = [
  [0, 0],
  [0, 200],
  [300, 0],
] as const;

describe("the place of a box over the plot", () => {
  it("is the first of those that cover the fewest dots", () => {
    expect(emptiest([], [100, 40], PLACES)).toEqual([0, 0]);
    expect(emptiest([50, 20], [100, 40], PLACES)).toEqual([0, 200]);
    expect(emptiest([50, 20, 50, 220, 60, 230], [100, 40], PLACES)).toEqual([300, 0]);
  });

  it("keeps a little air around it", () => {
    expect(emptiest([50, 45], [100, 40], PLACES)).toEqual([0, 200]);
    expect(emptiest([50, 47], [100, 40], PLACES)).toEqual([0, 0]);
  });

  it("would rather cover dots than another box", () => {
    const dots = [50, 220, 310, 20];
    expect(emptiest(dots, [100, 40], PLACES, [0, 0, 500, 10])).toEqual([0, 200]);
  });
});
