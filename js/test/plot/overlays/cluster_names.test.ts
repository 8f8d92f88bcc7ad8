import { describe, expect, it } from "vitest";
import type { State } from "../../../src/contract";
import { takes } from "../../../src/plot/overlays/cluster_names";
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

  it("wear the name alone where points have shapes", async () => {
    const { model, root } = await shown();
    const { axes } = model.get("state") as State;
    const medians = [{ cluster: 0, place: [0.25, 0.75] as [number, number] }];
    model.put({ axes: { ...axes, painter: "svg", medians } });
    expect(root.querySelectorAll(".ssc-median text")).toHaveLength(1);
    expect(root.querySelectorAll(".ssc-median path")).toHaveLength(0);
  });

  it("keep the place of another name free", () => {
    const taken: Parameters<typeof takes>[0] = [];
    expect(takes(taken, [100, 100], 60, null)).toBe(true);
    expect(takes(taken, [150, 110], 60, null)).toBe(false);
    expect(takes(taken, [150, 118], 60, null)).toBe(true);
    expect(takes(taken, [131, 100], 60, 0)).toBe(true);
  });
});
