import { describe, expect, it } from "vitest";
import { one, press, shown } from "../../fixtures";

const LASSO = { indices: [0, 2], count: 2, preview_must: [], must_links: 1 };
const STATE = {
  lasso: { ...LASSO, cannot_links: null, group: null },
  selected: {
    columns: ["width", ""],
    rows: [
      { index: 0, name: "ann", cluster: 0, cells: ["1", "a"] },
      { index: 2, name: "bob", cluster: 1, cells: ["2", "b"] },
    ],
    more: 1200,
  },
};

describe("the table of selected points", () => {
  it("opens from the menu, which gives way, and arrows go from row to row", async () => {
    const { model, root } = await shown(STATE);
    const part = one(root, "section[aria-label=Selected]");
    expect(part.hidden).toBe(true);
    const items = [...root.querySelectorAll<HTMLElement>(".ssc-menu [role=menuitem]")];
    items.find((item) => item.textContent === "Show as a table")?.click();
    expect(part.hidden).toBe(false);
    expect(one(root, ".ssc-menu").hidden).toBe(true);
    expect(part.textContent).toContain("and 1,200 more");
    const heads = [...part.querySelectorAll("th")].map((head) => head.textContent);
    expect(heads).toEqual(["Point", "Cluster", "width", "Text"]);
    expect(document.activeElement?.textContent).toBe("ann");
    press("ArrowDown");
    expect(document.activeElement?.textContent).toBe("bob");
    expect(part.querySelector("[data-chosen]")?.getAttribute("data-row")).toBe("2");
    model.put({ lasso: null, selected: null });
    expect(part.hidden).toBe(true);
  });
});
