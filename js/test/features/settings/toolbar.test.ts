import { describe, expect, it } from "vitest";
import { one, QUESTION, STATE, shown } from "../../fixtures";

describe("the toolbar", () => {
  it("is found by the names that assistive technology reads", async () => {
    const { root } = await shown();
    for (const name of [
      "Clusterer",
      "Strategy",
      "Number of clusters",
      "Undo",
      "Redo",
      "Parameters",
    ]) {
      expect(root.querySelectorAll(`[aria-label='${name}']`), name).toHaveLength(1);
    }
    expect(
      one(root, "[role=radiogroup][aria-label=Mode]").querySelectorAll("input[type=radio]"),
    ).toHaveLength(3);
  });

  it("sends what is chosen", async () => {
    const { model, root } = await shown();
    const clusterer = one<HTMLSelectElement>(root, "select[aria-label=Clusterer]");
    clusterer.value = "k";
    clusterer.dispatchEvent(new Event("change"));
    const count = one<HTMLInputElement>(root, "input[type=number]");
    count.value = "3";
    count.dispatchEvent(new Event("input"));
    model.put({ status: "a fit that ended while the number was typed" });
    expect(count.value).toBe("3");
    count.dispatchEvent(new Event("change"));
    one(root, "[aria-label='More clusters']").click();
    expect(model.take()).toEqual([
      { type: "set", what: "clusterer", value: "k" },
      { type: "set", what: "n_clusters", value: 3 },
      { type: "set", what: "n_clusters", value: 4 },
    ]);
  });

  it("counts every one of several quick clicks, and lets the kernel refuse", async () => {
    const { model, root } = await shown({ settings: { ...STATE.settings, n_clusters_high: 9 } });
    const [more, count] = [
      one(root, "[aria-label='More clusters']"),
      one<HTMLInputElement>(root, "input[type=number]"),
    ];
    for (let click = 0; click < 3; click++) more.click();
    expect(model.take().map((message) => "value" in message && message.value)).toEqual([3, 4, 5]);
    model.put({ settings: { ...STATE.settings, n_clusters: 3, n_clusters_high: 9 } });
    expect(count.value).toBe("5");
    model.put({ error: "Too many." });
    expect(count.value).toBe("3");
  });

  it("says whether the number of clusters is an estimate", async () => {
    const { model, root } = await shown();
    const count = one(root, "input[type=number]");
    expect(count.getAttribute("aria-label")).toBe("Number of clusters");
    model.put({ settings: { ...STATE.settings, n_clusters_is_estimated: true } });
    expect(count.getAttribute("aria-label")).toBe("Number of clusters, estimated from the data");
    expect(count.closest(".ssc-f")?.firstElementChild?.getAttribute("title")).toContain(
      "estimated",
    );
  });

  it("has no number of clusters where the clusterer finds it", async () => {
    const { model, root } = await shown();
    const count = one(root, "input[type=number]").closest<HTMLElement>(".ssc-f");
    expect(count?.hidden).toBe(false);
    model.put({ settings: { ...STATE.settings, takes_n_clusters: false } });
    expect(count?.hidden).toBe(true);
  });

  it("sends an empty number for the kernel to explain", async () => {
    const { model, root } = await shown();
    const count = one<HTMLInputElement>(root, "input[type=number]");
    count.value = "";
    count.dispatchEvent(new Event("change"));
    expect(model.take()).toEqual([{ type: "set", what: "n_clusters", value: "" }]);
  });

  it("fills one button: Suggest, until a question is open", async () => {
    const { model, root } = await shown();
    expect(root.querySelectorAll(".ssc-main")).toHaveLength(1);
    model.put({ question: QUESTION });
    expect(root.querySelectorAll(".ssc-main")).toHaveLength(0);
  });
});
