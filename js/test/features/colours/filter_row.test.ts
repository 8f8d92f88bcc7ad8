import { expect, it } from "vitest";
import type { Filters } from "../../../src/contract";
import { one, shown } from "../../fixtures";

const FILTERS: Filters = {
  chips: [
    { key: "column:age", what: "age", value: "30–52" },
    { key: "column:town", what: "<b>town</b>", value: "= Brno" },
  ],
  left: 1,
  count: "1 of 4 points",
  nothing: "",
  asking: false,
  sizes: [1, 0],
};
const NONE: Filters = { chips: [], left: 4, count: "", nothing: "", asking: false, sizes: null };
const bytes = (...codes: number[]) => new DataView(Uint8Array.from(codes).buffer);

it("has a chip for each filter, taken away one by one or all at once", async () => {
  const { model, root } = await shown();
  expect(one(root, ".ssc-filters").hidden).toBe(true);
  model.put({ filters: FILTERS });
  const chips = [...root.querySelectorAll(".ssc-chip")];
  expect(chips.map((chip) => chip.textContent)).toEqual(["age 30–52", "<b>town</b> = Brno"]);
  expect(one(root, ".ssc-filtercount").textContent).toBe("1 of 4 points");
  const drop = one(root, ".ssc-chip:nth-child(2) button");
  expect(drop.getAttribute("aria-label")).toBe("Remove filter: <b>town</b> = Brno");
  drop.click();
  expect(model.take()).toEqual([{ type: "filter", verb: "drop", key: "column:town" }]);
  one(root, ".ssc-filters > button").click();
  expect(model.take()).toEqual([{ type: "filter", verb: "clear" }]);
  model.put({ filters: { ...FILTERS, left: 0, nothing: "No point has age 30–52." } });
  expect(one(root, ".ssc-filtercount").textContent).toBe("No point has age 30–52.");
  model.put({ filters: NONE });
  expect(one(root, ".ssc-filters").hidden).toBe(true);
  expect(root.hasAttribute("data-ssc-filtered")).toBe(false);
});

it("leaves points pale, and the legend counts what is left", async () => {
  const { model, root } = await shown();
  model.set("fills", bytes(17, 17 + 128, 17 + 128, 17 + 128));
  model.put({ filters: FILTERS });
  const out = [...root.querySelectorAll<HTMLElement>("path.dot[data-out]")];
  expect(out.map((dot) => dot.dataset.index)).toEqual(["1", "2", "3"]);
  const numbers = [...root.querySelectorAll(".ssc-leg:not([hidden]) > .ssc-num")];
  expect(numbers.map((number) => number.textContent)).toEqual(["1", "0"]);
  model.set("fills", bytes());
  model.put({ filters: NONE });
  expect(root.querySelector("path.dot[data-out]")).toBe(null);
});
