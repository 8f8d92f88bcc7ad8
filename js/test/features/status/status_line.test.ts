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

  it("is shown like the search for a question, which both Cancel and Escape end", async () => {
    const { model, root } = await shown();
    vi.useFakeTimers();
    model.put({ asking: true, status: "Looking for the next question." });
    const bar = one(root, "[role=progressbar]");
    expect(bar.hidden).toBe(true);
    vi.advanceTimersByTime(550);
    expect(bar.hidden).toBe(false);
    expect(bar.hasAttribute("aria-valuenow")).toBe(false);
    expect(bar.getAttribute("aria-label")).toBe("Progress");
    expect(status(root)).toBe("Looking for the next question.");
    one(root, ".ssc-status .ssc-b").click();
    one(root, "[role=region]").focus();
    press("Escape");
    expect(model.take()).toEqual([{ type: "cancel" }, { type: "cancel" }]);
    model.put({ asking: false, status: "Cancelled. No question is asked." });
    expect(bar.hidden).toBe(true);
    vi.useRealTimers();
  });
});
