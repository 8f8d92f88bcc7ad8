import { describe, expect, it } from "vitest";
import type { ClusterCard } from "../../../src/contract";
import { CARD as EMPTY_CARD } from "../../empty_card";
import { one, press, shown } from "../../fixtures";

const CARD: ClusterCard = {
  ...EMPTY_CARD,
  partners: [{ id: 1, text: "1 link", possible: true }],
  after: "One must-link",
};
const FIT = { text: "Fitting", fraction: 0.5 };

async function held() {
  const { model, root } = await shown();
  one(root, ".ssc-leg").click();
  model.tell(CARD);
  model.take();
  const verb = (name: string): HTMLButtonElement =>
    [...root.querySelectorAll<HTMLButtonElement>(".ssc-verbs button")].find(
      ({ textContent }) => textContent === name,
    ) as HTMLButtonElement;
  const menu = (): boolean => !!root.querySelector(".ssc-listmenu:not([hidden])");
  return { model, root, verb, menu };
}

describe("edits of a cluster", () => {
  it("wait while a fit runs, say so, and can be used when it has ended", async () => {
    const { model, verb, menu } = await held();
    expect(verb("Merge with…").getAttribute("aria-disabled")).toBeNull();
    const hint = verb("Recluster this cluster").title;
    model.put({ fit: FIT });
    for (const name of ["Merge with…", "Split…", "Recluster this cluster"]) {
      expect(verb(name).getAttribute("aria-disabled")).toBe("true");
      expect(verb(name).title).toContain("Wait until the fit is done");
      verb(name).focus();
      expect(document.activeElement).toBe(verb(name));
      verb(name).click();
    }
    expect(menu()).toBe(false);
    expect(model.take()).toEqual([]);
    verb("Select its points").click();
    expect(model.take()).toEqual([{ type: "select", indices: [0, 1] }]);
    model.put({ fit: null });
    expect(verb("Merge with…").getAttribute("aria-disabled")).toBeNull();
    expect(verb("Merge with…").title).toBe("");
    expect(verb("Recluster this cluster").title).toBe(hint);
    model.take();
    verb("Recluster this cluster").click();
    expect(model.take()).toEqual([{ type: "split", cluster: 0, into: 0 }]);
  });

  it("split off what is selected of the cluster, unless that is all of it or nothing", async () => {
    const { model, root } = await held();
    const offered = (indices: number[]): boolean => {
      const lasso = { indices, count: indices.length, preview_must: [], must_links: 0 };
      model.put({ lasso: { ...lasso, cannot_links: null, group: null } });
      const items = [...root.querySelectorAll("[role=menuitem]")];
      return items.some((item) => item.textContent === "Split off from Cluster 1");
    };
    expect([[0, 1], [0, 1, 2], [2], [0], [1, 2]].map(offered)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it("are put away with their menu when a fit begins", async () => {
    const { model, root, verb, menu } = await held();
    verb("Merge with…").click();
    expect(menu()).toBe(true);
    model.put({ fit: FIT });
    expect(menu()).toBe(false);
    press("Escape", {}, root);
    expect(model.take()).toEqual([{ type: "cancel" }]);
  });
});

describe("the card of a cluster", () => {
  it("tells shares of texts beside the medians, each text whole", async () => {
    const { model, root } = await held();
    const about = "income: median 42,730 in this cluster, 29,640 in the rest";
    const features: ClusterCard["features"] = [
      { name: "income", values: ["42,730", "29,640"], places: [0, 1], heights: [[1], [1]], about },
    ];
    const shares = [{ name: "<b>channel</b>", values: ["web 71 %", "24 %"] as [string, string] }];
    model.tell({ ...CARD, features, shares });
    const rows = [...root.querySelectorAll(".ssc-sil")].map((row) => row.textContent);
    expect(rows).toEqual(["income42,730 · rest 29,640", "<b>channel</b>web 71 % · rest 24 %"]);
    expect(root.querySelectorAll(".ssc-sil svg")).toHaveLength(1);
    model.tell({ ...CARD, shares });
    expect(root.querySelector<HTMLElement>(".ssc-apart .ssc-key")?.hidden).toBe(true);
    expect(root.querySelectorAll(".ssc-sil")).toHaveLength(1);
  });
});
