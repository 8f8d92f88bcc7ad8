import { describe, expect, it } from "vitest";
import { one, press, settle, shown, status } from "../../fixtures";

const N = 300;
const clusters = Array.from({ length: N }, (_, id) => ({
  ...{ id, name: id === 1 ? "<b>Anna</b>" : `Cluster ${id + 1}` },
  size: id < 2 ? 2 : 0,
}));
const line = (id: number) => ({ id, doubt: id === 1 ? 0.61 : 0, percent: "61 %", links: id });
const LIST = {
  ...{ type: "cluster_list", by: "size", text: "", foot: "1 named, 299 not yet" },
  rows: clusters.map(({ id }) => line(id)),
};

async function listed(change = {}) {
  const view = await shown({ clusters, ...change });
  one(view.root, "[role=region]").focus();
  view.model.take();
  press("g");
  const sent = view.model.take();
  view.model.tell(LIST);
  return { ...view, sent, box: one(view.root, ".ssc-clusterlist") };
}

const rows = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>("[role=rowgroup] > [role=row]"),
];
const chosen = (root: Element): string | undefined =>
  one(root, "[role=rowgroup] [aria-selected=true] [dir]").textContent ?? undefined;

describe("the list of clusters", () => {
  it("is opened by a key, takes the focus, and draws the rows in view as text", async () => {
    const { root, sent, box } = await listed();
    expect(sent).toEqual([{ type: "list_clusters", by: "size", text: "" }]);
    expect(one(box, ".ssc-title").textContent).toBe("300 clusters");
    const grid = one(box, "[role=grid]");
    expect(document.activeElement).toBe(grid);
    expect(grid.getAttribute("aria-rowcount")).toBe("301");
    expect(rows(box).length).toBeLessThan(30);
    expect(rows(box)[1]?.textContent).toBe("<b>Anna</b>21");
    expect(rows(box)[1]?.getAttribute("aria-rowindex")).toBe("3");
    expect(one(rows(box)[1] as Element, "[role=img]").getAttribute("aria-label")).toBe("61 %");
    expect(one(box, ".ssc-in > p").textContent).toBe("1 named, 299 not yet");
    expect(status(root)).toBe(
      "Cluster 1: 2 points, 61 % doubtful. Enter opens it, typing finds a name.",
    );
  });

  it("goes by arrows, Home and End, rings the points, and opens a card", async () => {
    const { model, root, box } = await listed();
    const ring = one<SVGElement>(root, ".ssc-ofcluster");
    const first = one(ring, ".ssc-ring").getAttribute("cx");
    press("ArrowDown");
    expect(chosen(box)).toBe("<b>Anna</b>");
    expect(one(ring, ".ssc-ring").getAttribute("cx")).not.toBe(first);
    expect(ring.getAttribute("visibility")).toBeNull();
    press("End");
    const grid = one(box, "[role=grid]");
    expect(grid.scrollTop).toBe(28 * (N + 1) - 440);
    grid.dispatchEvent(new Event("scroll"));
    expect(chosen(box)).toBe("Cluster 300");
    expect(grid.getAttribute("aria-activedescendant")).toBe(one(box, "[aria-selected=true]").id);
    expect(ring.getAttribute("visibility")).toBe("hidden"); // it has no points on the plot
    press("Home");
    grid.dispatchEvent(new Event("scroll"));
    press("ArrowUp");
    expect(chosen(box)).toBe("Cluster 1");
    press("ArrowDown");
    press("Enter");
    expect(model.take()).toContainEqual({ type: "cluster", cluster: 1 });
    expect(box.hidden).toBe(true);
    expect(ring.getAttribute("visibility")).toBe("hidden");
  });

  it("finds names by typing, and an older reply does not come back", async () => {
    const { model, box } = await listed();
    press("m");
    const field = one<HTMLInputElement>(box, "[role=combobox]");
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe("m");
    field.value = "anna";
    field.dispatchEvent(new Event("input"));
    await new Promise((done) => setTimeout(done, 170));
    expect(model.take()).toEqual([{ type: "list_clusters", by: "size", text: "anna" }]);
    model.tell({ ...LIST, text: "m", rows: [] });
    expect(rows(box).length).toBeGreaterThan(5);
    model.tell({ ...LIST, text: "anna", rows: [line(1)] });
    expect(chosen(box)).toBe("<b>Anna</b>");
    press("Enter");
    expect(model.take()).toContainEqual({ type: "cluster", cluster: 1 });
  });

  it("is sorted by the kernel, and the chosen cluster stays chosen", async () => {
    const { model, box } = await listed();
    press("ArrowDown");
    const order = one<HTMLSelectElement>(box, "select");
    order.value = "name";
    order.dispatchEvent(new Event("change"));
    expect(model.take()).toEqual([{ type: "list_clusters", by: "name", text: "" }]);
    model.tell({ ...LIST, by: "name", rows: [line(2), line(0), line(1)] });
    const heads = [...box.querySelectorAll("[role=columnheader]")];
    expect(heads.map((head) => head.getAttribute("aria-sort"))).toEqual([
      "ascending",
      null,
      null,
      null,
    ]);
    expect(chosen(box)).toBe("<b>Anna</b>");
    expect(rows(box).map((row) => one(row, "[dir]").textContent)[0]).toBe("Cluster 3");
  });

  it("is asked for again once the clusters are others, not while a fit runs", async () => {
    const { model } = await listed();
    const fewer = clusters.slice(1);
    model.put({ clusters: fewer, fit: { text: "", fraction: 0 } });
    expect(model.take()).toEqual([]);
    model.put({ clusters: fewer, fit: null });
    expect(model.take()).toEqual([{ type: "list_clusters", by: "size", text: "" }]);
  });

  it("is gone after Escape, with the focus where it was, and by its key", async () => {
    const { root, box } = await listed();
    press("Escape");
    expect(box.hidden).toBe(true);
    expect(document.activeElement).toBe(one(root, "[role=region]"));
    press("g");
    expect(box.hidden).toBe(false);
    one(root, "[role=region]").focus();
    press("g");
    await settle();
    expect(box.hidden).toBe(true);
  });

  it("needs the kernel", async () => {
    const { model, root } = await shown({ clusters, ended: "This session was closed." });
    one(root, ".ssc-legend li:not([hidden]) button").click();
    expect(one(root, ".ssc-clusterlist").hidden).toBe(true);
    expect(model.take().filter(({ type }) => type === "list_clusters")).toEqual([]);
  });
});
