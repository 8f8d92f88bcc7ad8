import { describe, expect, it } from "vitest";
import { clusterRules, fillOf, shapeOf } from "../../src/plot/palette";

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

  it("has a rule for every cluster", () => {
    const rules = clusterRules(30);
    for (const k of [0, 7, 29]) expect(rules).toContain(`[data-cluster="${k}"]`);
  });
});
