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

  it("has wide room for texts, and the question folds; numbers need none", async () => {
    const { model, root } = await shown(STATE);
    const open = (): void =>
      [...root.querySelectorAll<HTMLElement>(".ssc-menu [role=menuitem]")]
        .find((item) => item.textContent === "Show as a table")
        ?.click();
    open();
    expect(root.dataset.sscPanel).toBeUndefined();
    expect(one(root, ".ssc-question").classList.contains("ssc-open")).toBe(false);
    const { selected } = STATE;
    const rows = selected.rows.map((each) => ({
      ...each,
      cells: ["a text of more than 24 letters"],
    }));
    model.put({ selected: { ...selected, columns: [""], rows } });
    expect(root.dataset.sscPanel).toBe("wide");
    expect(one(root, ".ssc-cell").textContent).toBe("a text of more than 24 letters");
  });

  it("is a sheet of images where rows have them", async () => {
    const { model, root } = await shown({ ...STATE, pictures: true });
    const items = [...root.querySelectorAll<HTMLElement>(".ssc-menu [role=menuitem]")];
    items.find((item) => item.textContent === "Show as a table")?.click();
    const part = one(root, "section[aria-label=Selected]");
    expect(part.querySelector("table")).toBeNull();
    model.tell({
      type: "images",
      images: [
        [0, "data:image/png;base64,AA"],
        [2, ""],
      ],
    });
    expect(part.querySelectorAll(".ssc-sheet img")).toHaveLength(1);
    expect(document.activeElement?.textContent).toContain("ann");
    press("ArrowDown");
    expect(document.activeElement?.textContent).toContain("bob");
  });
});
