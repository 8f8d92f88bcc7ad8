import { describe, expect, it } from "vitest";
import { clusterRules, fillOf, shapeOf, wear } from "../../src/plot/palette";

describe("the palette", () => {
  it("makes the first 200 clusters all different", () => {
    const looks = Array.from({ length: 200 }, (_, k) => fillOf(k) + shapeOf(k));
    expect(new Set(looks).size).toBe(200);
  });

  it("keeps two clusters of one shape apart by hue", () => {
    const hue = (colour: string): number => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
      return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
    };
    for (let k = 0; k < 17; k++) {
      if ([k, k + 8].some((each) => !fillOf(each).startsWith("#"))) continue;
      expect(shapeOf(k)).toBe(shapeOf(k + 8));
      const apart = Math.abs(hue(fillOf(k)) - hue(fillOf(k + 8)));
      expect(Math.min(apart, 360 - apart), `${k} and ${k + 8}`).toBeGreaterThan(60);
    }
  });

  it("gives clusters the looks that they bring, and the others their numbers", () => {
    const own = [fillOf(0), fillOf(1), shapeOf(1), clusterRules(3)];
    const some = (look: number) => [0, 1].map((id) => ({ id, name: "", size: 1, look: id * look }));
    expect(wear(some(30))).toBe("0,30");
    expect([fillOf(0), fillOf(1), shapeOf(1)]).toEqual([own[0], fillOf(5), shapeOf(6)]);
    expect(clusterRules(3)).not.toBe(own[3]);
    wear([]);
    expect([fillOf(0), fillOf(1), shapeOf(1), clusterRules(3)]).toEqual(own);
  });

  it("has a rule for every cluster", () => {
    const rules = clusterRules(30);
    for (const k of [0, 7, 29]) expect(rules).toContain(`[data-cluster="${k}"]`);
  });
});
