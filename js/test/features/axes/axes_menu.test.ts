import { describe, expect, it } from "vitest";
import type { AxesOption, Projections } from "../../../src/contract";
import { EMPTY } from "../../empty_state";
import { press, shown } from "../../fixtures";

const option = (name: AxesOption["name"], title: string, more: Partial<AxesOption> = {}) => ({
  name,
  title,
  about: "",
  available: true,
  ...more,
});
const PROJECTIONS: Projections = {
  name: "pca",
  options: [
    option("pca", "PCA", { about: "98 % of variance" }),
    option("features", "Two features"),
    option("umap", "UMAP", { about: "needs umap-learn", available: false }),
  ],
  columns: [0, 2],
  making: null,
};

async function open(change: Partial<Projections> = {}) {
  const found = await shown();
  found.model.put({ projections: { ...PROJECTIONS, ...change } });
  const button = found.root.querySelector<HTMLButtonElement>(".ssc-axespick button");
  button?.click();
  const items = () => [
    ...found.root.querySelectorAll<HTMLButtonElement>(".ssc-axesmenu [role=menuitemradio]"),
  ];
  return { ...found, button, items };
}

describe("the menu of axes", () => {
  it("lists them with what they show, the chosen one checked and focused", async () => {
    const { button, items, root } = await open();
    expect(button?.getAttribute("aria-label")).toBe("Axes: PCA");
    expect(items().map((item) => item.textContent)).toEqual([
      "PCA 98 % of variance",
      "Two features…",
      "UMAP needs umap-learn",
    ]);
    expect(items().map((item) => item.getAttribute("aria-checked"))).toEqual([
      "true",
      "false",
      "false",
    ]);
    expect(document.activeElement).toBe(items()[0]);
    expect(root.querySelector(".ssc-axesmenu .ssc-foot")?.textContent).toBe(
      "The axes never change the clustering.",
    );
  });

  it("sends the one that is chosen, and nothing for what cannot be had", async () => {
    const { items, model } = await open({ name: "features" });
    items()[2]?.click();
    expect(items()[2]?.getAttribute("aria-disabled")).toBe("true");
    expect(model.take()).toEqual([]);
    items()[0]?.click();
    expect(model.take()).toEqual([{ type: "axes", name: "pca" }]);
  });

  it("makes the titles menus of the features, and never takes one against itself", async () => {
    const { items, model, root } = await open();
    const titles = root.querySelector<HTMLElement>(".ssc-axtitles");
    expect(titles?.hidden).toBe(true);
    items()[1]?.click();
    expect(model.take()).toEqual([{ type: "axes", name: "features" }]);
    model.put({ projections: { ...PROJECTIONS, name: "features" } });
    expect(titles?.hidden).toBe(false);
    const [across, up] = root.querySelectorAll<HTMLSelectElement>(".ssc-axtitles select");
    if (!across || !up) throw new Error("no selects");
    expect(document.activeElement).toBe(across);
    expect([...across.options].map((each) => each.text)).toEqual(["a", "b", "c"]);
    expect([across.value, up.value]).toEqual(["a", "c"]);
    across.value = "b";
    across.dispatchEvent(new Event("change"));
    up.value = "a";
    up.dispatchEvent(new Event("change"));
    expect(model.take()).toEqual([
      { type: "axes", name: "features", columns: [1, 2] },
      { type: "axes", name: "features", columns: [2, 0] },
    ]);
  });

  it("carries a mark while the axes hide the structure", async () => {
    const { button, model, root } = await open();
    const mark = root.querySelector<HTMLElement>(".ssc-hides");
    expect(mark?.hidden).toBe(true);
    model.put({ axes: { ...EMPTY.axes, note: "These axes keep 3 %." } });
    expect(mark?.hidden).toBe(false);
    expect(button?.title).toBe("These axes keep 3 %.");
    const note = button?.getAttribute("aria-describedby") ?? "";
    expect(root.querySelector(`#${note}`)?.textContent).toBe("These axes keep 3 %.");
  });

  it("can be cancelled with Escape while some are made", async () => {
    const { model } = await open({ making: { text: "t-SNE …" } });
    press("Escape");
    expect(model.take()).toEqual([]);
    press("Escape");
    expect(model.take()).toEqual([{ type: "cancel" }]);
  });
});
