import { describe, expect, it, vi } from "vitest";
import { one, press, shown, status } from "../../fixtures";

describe("a long fit", () => {
  it("shows its bar after half a second, and Escape cancels it", async () => {
    const { model, root } = await shown();
    vi.useFakeTimers();
    model.put({ fit: { text: "Fitting PCK-means, start 4 of 10", fraction: 0.4 } });
    const bar = one(root, "[role=progressbar]");
    vi.advanceTimersByTime(450);
    expect(bar.hidden).toBe(true);
    vi.advanceTimersByTime(100);
    expect(bar.hidden).toBe(false);
    expect(bar.getAttribute("aria-valuenow")).toBe("40");
    expect(status(root)).toBe("Fitting PCK-means, start 4 of 10");
    one(root, "[role=region]").focus();
    press("Escape");
    expect(model.take()).toEqual([{ type: "cancel" }]);
    model.put({ fit: null, status: "Cancelled. The last clustering stays." });
    expect(bar.hidden).toBe(true);
    vi.useRealTimers();
  });
});
