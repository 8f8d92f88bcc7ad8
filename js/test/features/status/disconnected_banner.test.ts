import { describe, expect, it } from "vitest";
import { one, shown } from "../../fixtures";

const WHY = "The journal a.jsonl was opened again by a newer session; go on there.";

describe("the banner", () => {
  it("says at once that a newer session has taken over, and all controls are off", async () => {
    const { model, root } = await shown({});
    const banner = one(root, ".ssc-banner.ssc-gone");
    expect(banner.hidden).toBe(true);
    model.put({ ended: WHY });
    expect(banner.hidden).toBe(false);
    expect(banner.textContent).toBe(`Ended. ${WHY}`);
    const suggest = [...root.querySelectorAll<HTMLButtonElement>("button")].find((button) =>
      button.textContent?.startsWith("Next question"),
    );
    expect(suggest?.disabled).toBe(true);
    expect(one(root, "[role=status]").textContent).toContain("Ended");
    suggest?.click();
    expect(model.take()).toEqual([]);
  });
});
