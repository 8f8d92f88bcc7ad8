import { describe, expect, it } from "vitest";
import { placed } from "../../../src/plot/overlays/target_outlines";

describe("an outline", () => {
  it("is a mark's shape, larger and around a point", () => {
    expect(placed("M-4.1-4.1H4.1V4.1H-4.1Z", 100, 50, 2)).toBe("M91.8 41.8H108.2V58.2H91.8Z");
    expect(placed("M0-5.8L5.3 3.8H-5.3Z", 10, 20, 1)).toBe("M10 14.2L15.3 23.8H4.7Z");
  });

  it("keeps a circle round", () => {
    const circle = "M4.6 0A4.6 4.6 0 1 1-4.6 0A4.6 4.6 0 1 1 4.6 0Z";
    expect(placed(circle, 100, 50, 2)).toBe(
      "M109.2 50A9.2 9.2 0 1 1 90.8 50A9.2 9.2 0 1 1 109.2 50Z",
    );
  });
});
