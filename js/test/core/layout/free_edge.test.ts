import { describe, expect, it } from "vitest";
import { buttonsOver, emptiest } from "../../../src/core/layout/free_edge";

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

  it("leaves the corner of the zoom's buttons free, however many dots are elsewhere", () => {
    const over = document.createElement("div");
    expect(buttonsOver(over)).toEqual([]);
    const buttons = document.createElement("div");
    buttons.className = "ssc-zoom";
    const place = { offsetLeft: 300, offsetTop: 200, offsetWidth: 90, offsetHeight: 30 };
    for (const [name, value] of Object.entries(place))
      Object.defineProperty(buttons, name, { value });
    over.append(buttons);
    const taken = buttonsOver(over);
    expect(taken).toEqual([[300, 200, 90, 30]]);
    const [below, above] = [[4, 195] as const, [4, 4] as const];
    const dots = [50, 20, 60, 20, 70, 20];
    expect(emptiest(dots, [380, 40], [below, above])).toEqual(below);
    expect(emptiest(dots, [380, 40], [below, above], taken)).toEqual(above);
    expect(emptiest(dots, [280, 40], [below, above], taken)).toEqual(below);
  });

  it("would rather cover dots than another box", () => {
    const dots = [50, 220, 310, 20];
    expect(emptiest(dots, [100, 40], PLACES, [[0, 0, 500, 10]])).toEqual([0, 200]);
  });
});
