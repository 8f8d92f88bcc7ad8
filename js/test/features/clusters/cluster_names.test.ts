import { afterEach, describe, expect, it } from "vitest";
import type { State } from "../../../src/contract";
import { remember } from "../../../src/core/remembered";
import { KEY } from "../../../src/features/clusters/cluster_names";
import { shortened } from "../../../src/features/clusters/name_text";
import { one, press, QUESTION, type Shown, settle, shown, status } from "../../fixtures";

type Places = readonly (readonly [x: number, y: number, name?: string])[];

/** Clusters whose middles are at these pixels of the plot. */
async function named(
  places: Places,
  painter: State["axes"]["painter"] = "squares",
): Promise<Shown> {
  const view = await shown();
  const { axes } = view.model.get("state") as State;
  const medians = places.map(([x, y], cluster) => ({
    cluster,
    place: [(x - 62) / (1168 - 76), 1 - (y - 8) / (440 - 63)] as [number, number],
  }));
  const clusters = places.map(([, , name], id) => ({
    id,
    name: name ?? `Cluster ${id + 1}`,
    size: 2,
  }));
  view.model.put({ axes: { ...axes, painter, medians }, clusters });
  await settle();
  return view;
}

const names = (root: Element): (string | null)[] =>
  [...root.querySelectorAll(".ssc-calls")].map((each) => each.textContent);
const button = (root: Element): HTMLButtonElement => one<HTMLButtonElement>(root, ".ssc-namesbtn");
const rest = async (): Promise<void> => {
  for (let k = 0; k < 15; k++) await settle();
};
const click = (element: Element): boolean =>
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, detail: 1 }));

describe("the names of clusters", () => {
  afterEach(() => remember(KEY, "on"));

  it("stand beside marks where points are squares, inside the axes alone", async () => {
    const { root } = await named([
      [300, 100],
      [4000, 100],
    ]);
    expect(names(root)).toEqual(["Cluster 1"]);
    expect(root.querySelector(".ssc-median .ssc-pt")?.getAttribute("data-cluster")).toBe("0");
    const [mark, text] = [
      one<SVGElement>(root, ".ssc-median"),
      one<SVGElement>(root, ".ssc-calls"),
    ];
    expect(mark.getAttribute("transform")).toBe("translate(300 100)");
    expect(Number(text.getAttribute("x"))).toBeGreaterThan(11); // centred in its box, to the right
    expect([text.getAttribute("y"), text.getAttribute("dir")]).toEqual(["4", "auto"]);
  });

  it("stand in the middle where points have shapes", async () => {
    const { root } = await named([[300, 100]], "svg");
    expect(one(root, ".ssc-calls").getAttribute("x")).toBe("0");
    expect(one(root, ".ssc-median").firstElementChild?.getAttribute("display")).toBe("none");
  });

  it("are left out where none fits, but the mark stays and shows it under the pointer", async () => {
    const crowd = Array.from({ length: 6 }, (_, k) => [300 + k, 100] as const);
    const { root } = await named(crowd);
    const before = names(root);
    expect(before.length).toBeLessThan(6);
    expect(root.querySelectorAll(".ssc-median .ssc-pt")).toHaveLength(6);
    const last = root.querySelectorAll(".ssc-median")[5] as Element;
    last.dispatchEvent(new MouseEvent("pointerenter"));
    expect(names(last)).toEqual(["Cluster 6"]);
    last.dispatchEvent(new MouseEvent("pointerleave"));
    expect(names(root)).toEqual(before);
  });

  it("show the one whose entry of the legend has the focus", async () => {
    const { root } = await named(Array.from({ length: 6 }, (_, k) => [300 + k, 100] as const));
    expect(names(root)).not.toContain("Cluster 6");
    const entry = [...root.querySelectorAll<HTMLElement>(".ssc-leg")].find((each) =>
      each.textContent?.includes("Cluster 6"),
    );
    entry?.focus();
    entry?.dispatchEvent(new FocusEvent("focus"));
    Object.defineProperty(entry, "matches", { value: () => true });
    entry?.dispatchEvent(new FocusEvent("focus"));
    await settle();
    expect(names(root)).toContain("Cluster 6");
  });

  it("open their cluster by a click, and the one in hand comes first", async () => {
    const { model, root } = await named(
      Array.from({ length: 6 }, (_, k) => [300 + k, 100] as const),
    );
    expect(names(root)).not.toContain("Cluster 6");
    click(one(root.querySelectorAll(".ssc-median")[5] as Element, ".ssc-maptarget"));
    await settle();
    expect(model.take()).toContainEqual({ type: "cluster", cluster: 5 });
    expect(names(root)).toContain("Cluster 6");
  });

  it("are no targets while points are linked or lassoed", async () => {
    const { root } = await named([[300, 100]]);
    const layer = one<SVGElement>(root, ".ssc-medians");
    expect(layer.hasAttribute("data-open")).toBe(true);
    one(root, "[role=region]").focus();
    press("l");
    await settle();
    expect(layer.hasAttribute("data-open")).toBe(false);
  });

  it("leave room for the points in question, whose rings win", async () => {
    const { model, root } = await named([[200, 100]]);
    expect(one(root, ".ssc-calls").getAttribute("y")).toBe("4");
    model.put({ question: { ...QUESTION, i: 2, j: 3 } });
    await settle();
    expect(names(root)).toEqual(["Cluster 1"]); // 2 and 3 are at 300 and 400, beyond its end
    model.place([
      [100, 100],
      [240, 100],
      [250, 100],
      [400, 100],
    ]);
    model.put({});
    await rest();
    const y = one(root, ".ssc-calls").getAttribute("y");
    const x = Number(one(root, ".ssc-calls").getAttribute("x"));
    expect(y !== "4" || x < 0).toBe(true);
  });

  it("can be put away, which the browser remembers", async () => {
    const { root } = await named([
      [300, 100],
      [700, 100],
    ]);
    expect(button(root).getAttribute("aria-pressed")).toBe("true");
    expect(button(root).title).toBe("All 2 names are shown.");
    button(root).click();
    expect(names(root)).toEqual([]);
    expect(root.querySelectorAll(".ssc-median .ssc-pt")).toHaveLength(2);
    expect([button(root).getAttribute("aria-pressed"), localStorage.getItem(KEY)]).toEqual([
      "false",
      "off",
    ]);
    expect(status(root)).toBe("Names are hidden.");
    button(root).click();
    expect(status(root)).toBe("All 2 names are shown.");
  });

  it("have no button where there are none", async () => {
    const { model, root } = await named([[300, 100]]);
    const { axes } = model.get("state") as State;
    model.put({ axes: { ...axes, medians: [] } });
    expect(button(root).hidden).toBe(true);
    expect(root.querySelectorAll(".ssc-median")).toHaveLength(0);
  });

  it("say how many fit, and which part is in view", async () => {
    const crowd = Array.from({ length: 9 }, (_, k) => [600 + k, 200] as const);
    const { root } = await named([...crowd, [100, 30]]);
    expect(button(root).title).toMatch(/^\d of 10 names fit at this zoom. Zoom in for the rest.$/);
    one(root, "[role=region]").focus();
    for (let k = 0; k < 3; k++) press("+");
    await rest();
    expect(status(root)).toMatch(/^Zoomed in: \d of 4 points and 9 of 10 clusters in view. /);
    press("0");
    await rest();
    expect(status(root)).toBe(button(root).title);
  });

  it("have the words of the cluster below where the plot is twice as large", async () => {
    const { root, model } = await named([[600, 200, "Parking"]]);
    const asked = (): unknown[] => model.sent.filter(({ type }) => type === "words");
    one(root, "[role=region]").focus();
    press("+");
    await rest();
    expect(asked()).toEqual([]); // 1.6 times as large
    press("+");
    await rest();
    expect(root.querySelector(".ssc-below")).toBeNull();
    expect(asked()).toEqual([{ type: "words" }]);
    const { clusters } = model.get("state") as State;
    model.put({ clusters: clusters.map((each) => ({ ...each, about: "car, space" })) });
    await rest();
    expect(asked()).toHaveLength(1);
    expect(one(root, ".ssc-mapname").textContent).toBe("Parkingcar, space");
  });

  it("are the largest 60 where more than 200 are in view", async () => {
    const { root } = await named(
      Array.from(
        { length: 240 },
        (_, k) => [100 + 40 * (k % 24), 20 + 35 * Math.floor(k / 24), String(k)] as const,
      ),
    );
    expect(root.querySelectorAll(".ssc-median .ssc-pt")).toHaveLength(240);
    const found = names(root).map(Number);
    expect(found.length).toBeGreaterThan(40);
    expect(Math.max(...found)).toBeLessThan(60);
  });

  it("are text, whatever they hold, and end in dots after 24 letters", async () => {
    const { root } = await named([[300, 100, "<img src=x onerror=alert(1)>"]]);
    expect(names(root)).toEqual(["<img src=x onerror=alert…"]);
    expect(root.querySelector(".ssc-medians img")).toBeNull();
    expect(shortened("x".repeat(24))).toBe("x".repeat(24));
    expect(shortened("👩‍👩‍👧".repeat(25))).toBe(`${"👩‍👩‍👧".repeat(24)}…`);
  });
});
