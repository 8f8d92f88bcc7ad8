import { describe, expect, it } from "vitest";
import type { State } from "../../../src/contract";
import { one, press, QUESTION, shown } from "../../fixtures";

const BATCH: State["batch"] = {
  title: "4 pairs, 1 answered",
  pairs: [
    { i: 0, j: 1, title: "0 – 1", said: "", about: "" },
    { i: 2, j: 3, title: "2 – 3", said: "must", about: "must-link" },
    { i: 0, j: 3, title: "0 – 3", said: "", about: "" },
    { i: 1, j: 2, title: "1 – 2", said: "", about: "" },
  ],
};

const asked = (i: number, j: number) => ({ question: { ...QUESTION, i, j } });

async function listed() {
  const found = await shown({ ...asked(0, 1), batch: BATCH });
  one(found.root, ".ssc-ans").focus();
  return found;
}

const current = (root: Element): string => one(root, ".ssc-pairs [aria-current]").textContent ?? "";

describe("a list of pairs", () => {
  it("says which are answered and which one is asked about", async () => {
    const { model, root } = await listed();
    expect(one(root, ".ssc-pairhead span").textContent).toBe("4 pairs, 1 answered");
    expect(current(root)).toBe("0 – 1");
    const known = one(root, "[data-said]");
    expect([known.textContent, known.querySelector("button")]).toEqual(["2 – 3must-link", null]);
    model.put({ batch: null });
    expect(one(root, ".ssc-batch").hidden).toBe(true);
  });

  it("goes up and down to the next open one, past those that are answered", async () => {
    const { model, root } = await listed();
    press("ArrowDown");
    press("ArrowDown");
    expect(model.take()).toEqual([
      { type: "turn", i: 0, j: 3 },
      { type: "turn", i: 1, j: 2 },
    ]);
    model.put(asked(1, 2));
    expect(current(root)).toBe("1 – 2");
    press("ArrowDown");
    expect(model.take()).toEqual([{ type: "turn", i: 0, j: 1 }]);
    model.put(asked(0, 1));
    press("ArrowUp");
    expect(model.take()).toEqual([{ type: "turn", i: 1, j: 2 }]);
  });

  it("turns to the pair that is clicked", async () => {
    const { model, root } = await listed();
    one(root, "[data-pair='0, 3'] button").click();
    expect(model.take()).toEqual([{ type: "turn", i: 0, j: 3 }]);
  });

  it("leaves the arrows to the plot while the focus is there", async () => {
    const { model, root } = await listed();
    one(root, ".ssc-figure").focus();
    press("ArrowDown");
    expect(model.take().filter(({ type }) => type === "turn")).toEqual([]);
  });
});
