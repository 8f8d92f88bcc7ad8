import { describe, expect, it } from "vitest";
import { one, shown } from "../../fixtures";

const some = (number: number) =>
  Array.from({ length: number }, (_, id) => ({ id, name: `Cluster ${id + 1}`, size: 1 }));

const seen = (root: HTMLElement): (string | null)[] =>
  [...root.querySelectorAll<HTMLElement>(".ssc-legend li")]
    .filter(({ hidden }) => !hidden)
    .map(({ textContent }) => textContent);

describe("the legend", () => {
  it("has an entry for each of up to eight clusters", async () => {
    const { root } = await shown({ clusters: some(8) });
    expect(seen(root)).toHaveLength(8);
    expect(seen(root)[7]).toBe("Cluster 81");
  });

  it("is one button from nine on, which opens the list and closes it", async () => {
    const { model, root } = await shown({ clusters: some(9) });
    expect(seen(root)).toEqual(["9 clustersG"]);
    model.take();
    one(root, ".ssc-legend li:not([hidden]) button").click();
    expect(model.take()).toEqual([{ type: "list_clusters", by: "size", text: "" }]);
    const button = one(root, ".ssc-legend li:not([hidden]) button");
    expect(button.getAttribute("aria-expanded")).toBe("true");
    button.click();
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(one(root, ".ssc-clusterlist").hidden).toBe(true);
  });

  it("is one button where fewer do not fit, and none of no clusters", async () => {
    const width = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetWidth");
    Object.defineProperty(HTMLElement.prototype, "offsetWidth", {
      configurable: true,
      get: () => 400,
    });
    const { root } = await shown({ clusters: some(3) });
    expect(seen(root)).toEqual(["3 clustersG"]);
    Object.defineProperty(HTMLElement.prototype, "offsetWidth", width as PropertyDescriptor);
    expect(seen((await shown({ clusters: [] })).root)).toEqual([]);
  });
});
