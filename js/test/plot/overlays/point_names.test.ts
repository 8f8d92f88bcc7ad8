import { describe, expect, it } from "vitest";
import { pointName } from "../../../src/plot/overlays/point_names";

/** Where a name of three letters stands, as left and right end and height. */
function ends(p: [number, number], other: [number, number]): number[] {
  const tag = pointName(p, other, "112", [50, 400]);
  const [x = 0, y = 0] = (tag.getAttribute("transform") ?? "").match(/[\d.]+/g)?.map(Number) ?? [];
  return [Math.round(x - 15.85), Math.round(x + 15.85), y];
}

describe("the name of a point", () => {
  it("looks away from the other point", () => {
    expect(ends([200, 100], [300, 100])).toEqual([153, 185, 100]);
    expect(ends([200, 100], [100, 100])).toEqual([215, 247, 100]);
  });

  it("covers no number of the axis: near it the name stands above or below", () => {
    const [left, , y] = ends([60, 100], [300, 100]);
    expect(left).toBeGreaterThanOrEqual(50);
    expect(y).toBe(77);
    expect(ends([52, 100], [52, 20])[0]).toBeGreaterThanOrEqual(50);
  });
});
