import { describe, expect, it } from "vitest";
import { one, shown } from "../../fixtures";

describe("the menu of a lasso", () => {
  it("offers links, a second group and labels", async () => {
    const { model, root } = await shown();
    model.put({
      lasso: {
        indices: [0, 1, 2],
        count: 3,
        preview_must: [
          [0, 1],
          [1, 2],
        ],
        must_links: 2,
        cannot_links: null,
        group: null,
      },
    });
    const items = () => [...root.querySelectorAll<HTMLElement>("[role=menuitem]")];
    expect(items().map((item) => item.textContent)).toEqual([
      "All must-link: 2 links",
      "Cannot-link with group…",
      "Label as…",
      "Show as a table",
      "Show only these",
    ]);
    items()[1]?.click();
    items()[2]?.click();
    expect(items().map((item) => item.textContent)).toEqual([
      "Cluster 1",
      "Cluster 2",
      "Back",
      "New cluster",
    ]);
    items()[1]?.click();
    expect(model.take()).toEqual([
      { type: "group", action: "cannot_first" },
      { type: "group", action: "label", cluster: 1 },
    ]);
    model.put({
      lasso: {
        indices: [3],
        count: 1,
        preview_must: [],
        must_links: 0,
        cannot_links: null,
        group: [0, 1],
      },
    });
    items()[0]?.click();
    expect(model.take()).toEqual([{ type: "group", action: "cannot", indices: [3] }]);
  });

  it("splits a part off the open cluster, but neither all of it nor nothing", async () => {
    const { model, root } = await shown();
    one(root, ".ssc-leg").click();
    const offers = (indices: number[]): boolean => {
      const lasso = { indices, count: indices.length, preview_must: [], must_links: 1 };
      model.put({ lasso: { ...lasso, cannot_links: null, group: null } });
      return [...root.querySelectorAll("[role=menuitem]")].some((item) =>
        item.textContent?.startsWith("Split off"),
      );
    };
    expect([[0], [0, 1], [2], [1, 2]].map(offers)).toEqual([true, false, false, true]);
  });
});
