import { describe, expect, it } from "vitest";
import { ticks, written } from "../../src/plot/axis_ticks";

const texts = (low: number, high: number, pixels = 700): string[] =>
  ticks([low, high], pixels, 100).map((tick) => tick.text);

describe("ticks", () => {
  it("are round numbers, about seven of them", () => {
    expect(texts(-3.2, 3.9)).toEqual(["−3", "−2", "−1", "0", "1", "2", "3"]);
    expect(texts(3.85, 6.3)).toEqual(["4", "4.5", "5", "5.5", "6"]);
  });

  it("have a minus sign, never a hyphen", () => {
    expect(texts(-1e-9, 1e-9).join("")).not.toContain("-");
    expect(texts(-1e-9, 1e-9)[0]).toBe("−1 × 10⁻⁹");
  });

  it("become finer with the view and tell neighbours apart", () => {
    const close = texts(5.842_01, 5.842_09);
    expect(new Set(close).size).toBe(close.length);
    expect(close[0]).toBe("5.84202");
  });

  it("are short where numbers are large or small", () => {
    expect(texts(0, 7e6)).toContain("2,000,000");
    expect(texts(1e300, 9e300)[0]).toBe("1 × 10³⁰⁰");
    expect(texts(0, 5e-8)).toContain("1 × 10⁻⁸");
    expect(texts(0, 50_000)).toContain("20,000");
  });

  it("are fewer where there is less room, and none where nothing can be told", () => {
    expect(texts(0, 100, 150).length).toBeLessThanOrEqual(4);
    expect(texts(1, 1)).toEqual([]);
    expect(texts(1e17, 1e17 + 1e-3)).toEqual([]);
  });

  it("lie between the ends", () => {
    for (const { value } of ticks([0.13, 0.97], 400, 56)) {
      expect(value).toBeGreaterThanOrEqual(0.13);
      expect(value).toBeLessThanOrEqual(0.97);
    }
  });

  it("write a zero without a sign", () => {
    expect(written(-0, 0.5)).toBe("0");
    expect(written(1200, 200)).toBe("1200");
    expect(written(100, 100)).toBe("100");
    expect(written(-0.0001, 0.5)).toBe("0");
    expect(written(12_345.678_901, 1e-6)).toBe("12,345.678901");
  });
});
