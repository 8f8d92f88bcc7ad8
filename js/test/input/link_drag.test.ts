import { describe, expect, it } from "vitest";
import { drag, one, press, shown } from "../fixtures";

async function linking() {
  const view = await shown();
  const [, link] = view.root.querySelectorAll<HTMLInputElement>("[aria-label=Mode] input");
  link?.click();
  return view;
}

describe("a drag in Link mode", () => {
  it("from point to point makes a must-link", async () => {
    const { model, root } = await linking();
    drag(root, [
      [100, 100],
      [200, 150],
      [300, 100],
    ]);
    expect(model.take()).toEqual([{ type: "link", i: 0, j: 2, kind: "must" }]);
    expect(one(root, ".ssc-drag").childElementCount).toBe(0);
  });

  it("that ends on no point makes none", async () => {
    const { model, root } = await linking();
    drag(root, [
      [100, 100],
      [150, 200],
      [250, 250],
    ]);
    expect(model.take()).toEqual([]);
  });

  it("in Inspect makes none either", async () => {
    const { model, root } = await shown();
    drag(root, [
      [100, 100],
      [200, 150],
      [300, 100],
    ]);
    press("Escape");
    expect(model.take()).toEqual([]);
  });
});
