import { describe, expect, it } from "vitest";
import { corner } from "../../src/panels/note";

describe("a note that finds no room beside the legend", () => {
  it("goes where it covers the fewest dots", () => {
    const upper = [70, 20, 150, 20, 500, 20, 700, 20, 350, 20, 450, 20];
    expect(corner(upper, [200, 32], [816, 440])).toEqual([64, 352]);
    const lower = upper.map((value, at) => (at % 2 ? 370 : value));
    expect(corner(lower, [200, 32], [816, 440])).toEqual([64, 4]);
  });

  it("covers the title of the axis before it covers a point", () => {
    const everywhere = Array.from({ length: 400 }, (_, i) => [(i % 20) * 40, (i / 20) * 19]);
    expect(corner(everywhere.flat(), [200, 32], [816, 440])).toEqual([64, 404]);
  });
});
