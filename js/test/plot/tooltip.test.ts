import { describe, expect, it } from "vitest";
import { BARE, one, shown } from "../fixtures";

describe("the tooltip", () => {
  it("tells about the point under the pointer what the kernel knows", async () => {
    const { model, root } = await shown();
    one(root, ".ssc-figure").dispatchEvent(
      new MouseEvent("pointermove", { clientX: 203, clientY: 101, bubbles: true, composed: true }),
    );
    await new Promise((done) => setTimeout(done, 120));
    expect(model.sent).toEqual([{ type: "describe", index: 1 }]);
    const tip = one(root, "[role=tooltip]");
    model.tell({ type: "describe", index: 3, title: "Point 3", ...BARE, name: "3", features: [] });
    expect(tip.hidden).toBe(true);
    model.tell({
      type: "describe",
      index: 1,
      title: "Point 1 · cluster 1",
      name: "1",
      ...BARE,
      features: [["petal length", "4.5"]],
    });
    expect(tip.hidden).toBe(false);
    expect(tip.textContent).toBe("Point 1 · cluster 1petal length4.5");
  });
});
