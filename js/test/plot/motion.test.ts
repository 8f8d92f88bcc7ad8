import { describe, expect, it, vi } from "vitest";
import { Motion } from "../../src/plot/motion";

describe("what glides", () => {
  it("is there at once where less motion is asked for", () => {
    const still = { matches: true } as MediaQueryList;
    const asked = vi.spyOn(window, "matchMedia").mockReturnValue(still);
    const [draw, step] = [vi.fn(), vi.fn()];
    new Motion(draw, new AbortController().signal).glide(250, step);
    expect(step.mock.calls).toEqual([[1]]);
    expect(draw.mock.calls).toEqual([[false]]);
    asked.mockRestore();
  });
});
