import { describe, expect, it } from "vitest";
import { CONFLICT, link, one, press, shown, status } from "../../fixtures";

const row = (index: number, distance: string) => ({
  ...{ index, name: `n${index}`, distance, text: `<i>text ${index}</i>` },
  ...{ image: false, pending: false },
});
const FOUND = {
  ...{ type: "nearest", index: 0, name: "n0", metric: "clustered" },
  ...{ rows: [row(3, "0.11"), row(1, "0.14"), row(2, "0.30")], no_raw: "", problem: "" },
};

async function listed(change = {}) {
  const view = await shown();
  view.root.querySelector<HTMLElement>("[role=region]")?.focus();
  press("ArrowRight");
  press("Enter");
  const point = one(view.root, ".ssc-note").textContent;
  view.model.take();
  press("r");
  const [asked] = view.model.take() as { type: string; index: number; metric: string }[];
  view.model.tell({ ...FOUND, index: asked?.index, ...change });
  return { ...view, asked, point, box: one(view.root, ".ssc-nearest") };
}

const lines = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(".ssc-nearlist li"),
];

describe("the nearest points", () => {
  it("are asked for by a key, of the point picked, and listed with text as text", async () => {
    const { root, asked, box } = await listed();
    expect(asked).toMatchObject({ type: "nearest", metric: "clustered" });
    expect(one(box, ".ssc-title").textContent).toBe("Nearest to n0");
    expect(lines(root).map(({ textContent }) => textContent)).toEqual([
      "1n3 <i>text 3</i>MC",
      "2n1 <i>text 1</i>0.14",
      "3n2 <i>text 2</i>0.30",
    ]);
    expect(root.querySelector(".ssc-near .ssc-spokes")?.getAttribute("d")?.split("L")).toHaveLength(
      4,
    );
    expect(root.hasAttribute("data-ssc-lit")).toBe(true);
    expect(status(root)).toBe(
      "n3 is nearest to n0, at distance 0.11. M or C links them, then the next is chosen.",
    );
  });

  it("are linked one after the other, and an answered one shows its link", async () => {
    const { model, root, asked } = await listed();
    const i = asked?.index as number;
    press("m");
    expect(model.take()).toEqual([{ type: "link", i, j: 3, kind: "must" }]);
    model.put({ links: [link(1, i, 3)] });
    expect(lines(root).map((line) => line.getAttribute("data-kind"))).toEqual(["must", null, null]);
    expect(lines(root)[1]?.getAttribute("aria-current")).toBe("true");
    expect(document.activeElement).toBe(lines(root)[1]);
    press("c");
    expect(model.take()).toEqual([{ type: "link", i, j: 1, kind: "cannot" }]);
    press("ArrowUp");
    press("ArrowUp");
    press("m");
    expect(model.take()).toEqual([]);
  });

  it("choose the row again whose link contradicts others", async () => {
    const { model, root } = await listed();
    press("m");
    model.put({ conflict: CONFLICT });
    model.put({ conflict: null });
    expect(lines(root)[0]?.getAttribute("aria-current")).toBe("true");
  });

  it("are measured by the features as given, unless there are none", async () => {
    const { model, root, asked } = await listed();
    const [, raw] = root.querySelectorAll<HTMLInputElement>(".ssc-nearest [type=radio]");
    raw?.click();
    expect(model.take()).toEqual([{ type: "nearest", index: asked?.index, metric: "raw" }]);
    model.tell({ ...FOUND, index: asked?.index, metric: "raw", no_raw: "No numbers." });
    expect(raw?.disabled).toBe(true);
    expect(raw?.parentElement?.title).toBe("No numbers.");
  });

  it("are gone after Escape, and the plot is as before", async () => {
    const { root, box } = await listed();
    press("Escape");
    expect(box.hidden).toBe(true);
    expect(root.querySelector(".ssc-near path")).toBeNull();
    expect(root.hasAttribute("data-ssc-lit")).toBe(false);
  });

  it("need a point", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    model.take();
    press("r");
    expect(status(root)).toBe("Select a point first, then press R.");
    expect(model.take()).toEqual([]);
  });
});
