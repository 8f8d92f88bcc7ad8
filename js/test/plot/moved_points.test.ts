import { describe, expect, it, vi } from "vitest";
import { one, press, shown } from "../fixtures";

describe("a fit", () => {
  it("rings the points that a fit has moved, for a while", async () => {
    const { model, root } = await shown();
    vi.useFakeTimers();
    model.put({ moved: [1, 2] }, [0, 1, 0, 1]);
    expect(one(root, ".ssc-moved .ssc-ring").getAttribute("d")?.match(/M/g)).toHaveLength(2);
    vi.advanceTimersByTime(2000);
    expect(root.querySelector(".ssc-moved .ssc-ring")).toBeNull();
    vi.useRealTimers();
  });

  it("leaves the rings until the next action where less motion is asked for", async () => {
    const { model, root } = await shown();
    const still = { matches: true } as MediaQueryList;
    const asked = vi.spyOn(window, "matchMedia").mockReturnValue(still);
    vi.useFakeTimers();
    model.put({ moved: [1, 2] }, [0, 1, 0, 1]);
    vi.advanceTimersByTime(60_000);
    expect(asked).toHaveBeenCalledWith("(prefers-reduced-motion: reduce)");
    expect(root.querySelector(".ssc-moved .ssc-ring")).not.toBeNull();
    vi.useRealTimers();
    one(root, ".ssc-figure").focus();
    press("n");
    model.put({ moved: [1, 2], asking: true });
    expect(root.querySelector(".ssc-moved .ssc-ring")).toBeNull();
    asked.mockRestore();
  });
});
