import { describe, expect, it } from "vitest";
import type { State } from "../../../src/contract";
import { shown } from "../../fixtures";

describe("the middles of clusters", () => {
  it("wear mark and name where points are squares, inside the axes alone", async () => {
    const { model, root } = await shown();
    expect(root.querySelectorAll(".ssc-median")).toHaveLength(0);
    const { axes } = model.get("state") as State;
    const medians = [
      { cluster: 0, place: [0.25, 0.75] as [number, number] },
      { cluster: 1, place: [7, 0.5] as [number, number] },
    ];
    model.put({ axes: { ...axes, painter: "squares", medians } });
    const found = [...root.querySelectorAll(".ssc-median")];
    expect(found.map((each) => each.textContent)).toEqual(["Cluster 1"]);
    expect(found[0]?.querySelector("path")?.getAttribute("data-cluster")).toBe("0");
  });
});
