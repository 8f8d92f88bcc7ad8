import { describe, expect, it } from "vitest";
import type { OtherClusterer } from "../../../src/contract";
import { type FakeModel, link, one, press, shown } from "../../fixtures";

const COMPARED: OtherClusterer = {
  clusterer: "k",
  titles: ["PCK-means", "K-means"],
  n_clusters: 2,
  params: [],
  same: "same 1 constraint",
  fit: null,
  problem: "",
  stale: false,
  asking: false,
  found: {
    title: "They agree on 2 of 4",
    index: "0.33",
    differ: "2 points differ",
    n_differ: 2,
    names: ["Cluster 1", "Cluster 2", "Cluster 3"],
    facts: [
      { label: "Score (silhouette)", values: ["0.55", "0.50"], cluster: null },
      { label: "Cluster 3", values: ["–", "1"], cluster: 2 },
    ],
    points: [{ i: 1, name: "1", clusters: [0, 1] }],
    more: 1,
    violated: [4],
  },
};

const sent = (array: Uint16Array | Uint32Array): DataView =>
  new DataView(array.buffer, array.byteOffset, array.byteLength);

/** The other labels and the rows that differ, and the state that comes with them. */
function found(model: FakeModel, more: Partial<OtherClusterer> = {}): void {
  model.set("compared", sent(Uint16Array.from([0, 1, 1, 2])));
  model.set("differing", sent(Uint32Array.from([1, 3])));
  model.put({ compared: { ...COMPARED, ...more }, links: [link(4, 0, 1)] });
}

async function comparing() {
  const page = await shown();
  one(page.root, "[aria-label=More]").click();
  const items = [...page.root.querySelectorAll<HTMLElement>("[role=menuitem]")];
  items.find((item) => item.textContent === "Compare with another clusterer")?.click();
  const opened = page.model.take();
  found(page.model);
  return { ...page, opened, region: one(page.root, "section.ssc-compare") };
}

const rings = (root: HTMLElement): number[] =>
  [...root.querySelectorAll(".ssc-differ .ssc-ring")].map(
    (path) => (path.getAttribute("d") ?? "").split("M").length - 1,
  );

describe("another clusterer beside the one in use", () => {
  it("is asked for by the menu, and rings exactly the points that the kernel names", async () => {
    const { root, opened, region } = await comparing();
    expect(opened).toEqual([{ type: "compare", verb: "open" }]);
    expect(region.hidden).toBe(false);
    expect(rings(root)).toEqual([2, 2]);
    expect(
      [...root.querySelectorAll("path.dot[data-differ]")].map((dot) =>
        dot.getAttribute("data-index"),
      ),
    ).toEqual(["1", "3"]);
    expect(region.textContent).toContain("They agree on 2 of 4");
    expect(region.textContent).toContain("and 1 more");
    const violated = [...root.querySelectorAll("[data-violated]")];
    expect(violated).toHaveLength(1);
    expect(violated[0]?.closest(".ssc-other")).not.toBeNull();
  });

  it("marks a point of the table in both plots, and says where both place it", async () => {
    const { root, region } = await comparing();
    const row = one(region, "tr[data-point='1']");
    row.dispatchEvent(new Event("pointerenter"));
    expect(root.querySelectorAll(".ssc-differ .ssc-cursor rect")).toHaveLength(4);
    expect(one(root, ".ssc-say").textContent).toBe(
      "Point 1 is in cluster 1 with PCK-means and cluster 2 with K-means",
    );
    expect(row.hasAttribute("data-lit")).toBe(true);
    row.dispatchEvent(new Event("pointerleave"));
    expect(root.querySelectorAll(".ssc-differ .ssc-cursor rect")).toHaveLength(0);
  });

  it("sends what is chosen, used and asked, and leaves with a word", async () => {
    const { model, root, region } = await comparing();
    const select = one<HTMLSelectElement>(root, "[aria-label='Clusterer to compare with']");
    select.value = "pck";
    select.dispatchEvent(new Event("change"));
    one(root, ".ssc-duo .ssc-main").click();
    expect(model.take()).toEqual([
      { type: "compare", verb: "clusterer", value: "pck" },
      { type: "compare", verb: "use" },
    ]);
    one(region, ".ssc-sub button").click();
    expect(model.take()[0]).toEqual({ type: "compare", verb: "ask" });
    expect(region.hidden).toBe(true);
    found(model, { asking: true });
    const among = one(root, ".ssc-askwhere");
    expect(among.textContent).toBe("Among the 2 points that differ");
    one(among, "[aria-label='Ask about all points']").click();
    expect(model.take()).toEqual([{ type: "compare", verb: "ask_all", looking: false }]);
  });

  it("ends by Escape, and when the kernel has ended it", async () => {
    const { model, root, region } = await comparing();
    one(root, ".ssc-figure").focus();
    press("Escape");
    expect(region.hidden).toBe(true);
    expect(root.hasAttribute("data-ssc-compare")).toBe(false);
    expect(model.take()).toEqual([{ type: "compare", verb: "leave" }]);
    expect(root.querySelectorAll("path.dot[data-differ]")).toHaveLength(0);
    const next = await comparing();
    next.model.put({ compared: null });
    expect(next.region.hidden).toBe(true);
  });

  it("cannot be used while it is of before a change, or failed", async () => {
    const { model, root, region } = await comparing();
    const use = one<HTMLButtonElement>(root, ".ssc-duo .ssc-main");
    expect(use.disabled).toBe(false);
    found(model, { stale: true, fit: { text: "Fitting K-means", fraction: 0.5 } });
    expect(use.disabled).toBe(true);
    press("Escape");
    expect(model.take()).toEqual([{ type: "compare", verb: "cancel" }]);
    found(model, { found: null, problem: "It stopped." });
    expect(use.disabled).toBe(true);
    expect(region.textContent).toContain("It stopped.");
    expect(root.hasAttribute("data-ssc-differ")).toBe(false);
  });
});
