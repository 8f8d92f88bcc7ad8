import { describe, expect, it, vi } from "vitest";
import { one, shown } from "../fixtures";

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
});
