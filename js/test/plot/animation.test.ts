import { describe, expect, it, vi } from "vitest";
import { Motion } from "../../src/plot/animation";

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

describe("what is out of date", () => {
  it("is drawn in the next frame, or at once and not again", async () => {
    const draw = vi.fn();
    const motion = new Motion(draw, new AbortController().signal);
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    motion.now();
    expect(draw).not.toHaveBeenCalled();
    motion.again();
    motion.now();
    expect(draw.mock.calls).toEqual([[false]]);
    await frame();
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it("waits for its frame while something moves", () => {
    const draw = vi.fn();
    const motion = new Motion(draw, new AbortController().signal);
    motion.touched();
    motion.now();
    expect(draw).not.toHaveBeenCalled();
  });
});
