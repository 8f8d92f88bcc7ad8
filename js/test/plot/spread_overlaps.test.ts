import { describe, expect, it } from "vitest";
import { isHeaped, offsets, spots } from "../../src/plot/spread_overlaps";

const xy = (places: [number, number][]): Float32Array => new Float32Array(places.flat());

describe("points in one spot", () => {
  it("are found, most first; single ones are left alone", () => {
    const found = spots(
      xy([
        [0, 0],
        [1, 1],
        [0, 0],
        [2, 2],
        [1, 1],
        [0, 0],
      ]),
    );
    expect(found).toEqual([
      [0, 2, 5],
      [1, 4],
    ]);
  });

  it("hide most points only where they are many", () => {
    expect(isHeaped([[0, 1, 2, 3]], 4)).toBe(true);
    expect(isHeaped([[0, 1]], 10)).toBe(false);
    expect(isHeaped([], 1)).toBe(false);
  });

  it("stand apart on a ring around their spot", () => {
    const moved = offsets([[0, 1, 2, 3, 4]], 6);
    expect([moved[10], moved[11]]).toEqual([0, 0]);
    const reach = [0, 1, 2, 3, 4].map((i) => Math.hypot(moved[2 * i] ?? 0, moved[2 * i + 1] ?? 0));
    for (const each of reach) expect(each).toBeCloseTo(10, 9);
  });

  it("do so however many they are", () => {
    const all = Array.from({ length: 150 }, (_, i) => i);
    const moved = offsets([all], 150);
    let closest = Infinity;
    for (const i of all) {
      for (const j of all.slice(0, i)) {
        const [dx, dy] = [0, 1].map((k) => (moved[2 * i + k] ?? 0) - (moved[2 * j + k] ?? 0));
        closest = Math.min(closest, Math.hypot(dx ?? 0, dy ?? 0));
      }
    }
    expect(closest).toBeGreaterThan(4);
  });
});
