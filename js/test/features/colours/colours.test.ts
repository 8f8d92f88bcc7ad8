import { describe, expect, it } from "vitest";
import type { ColourLegend, ColourOptions } from "../../../src/contract";
import { one, press, shown } from "../../fixtures";

const option = (name: string, about = "", available = true) => ({
  ...{ name, title: name, about, available },
});
const OPTIONS: ColourOptions = {
  type: "colour_options",
  own: [option("cluster"), option("doubt"), option("labels", "none given", false)],
  columns: [option("age", "18–84"), option("<b>town</b>", "19 kinds"), option("who", "all", false)],
};
const AGE = { name: "age", title: "age", ends: ["18", "84"] as [string, string], why_not: "" };
const LEGEND: ColourLegend = {
  type: "colour_legend",
  name: "age",
  scale: {
    ends: ["18", "84"],
    positions: 66,
    chosen: null,
    chosen_texts: ["18", "84"],
    said: "18 to 84 · 4 of 4 points",
    bars: [
      { height: 1, step: 0 },
      { height: 0.5, step: 7 },
    ],
    about: "age: 4 values from 18 to 84",
    clusters: [
      { id: 1, name: "Two", places: [0, 0.2, 0.5, 0.7, 1], median: "40", about: "Two: 40" },
    ],
  },
  kinds: [],
  agreement: null,
  note: "2 points have no age and are hollow.",
};
const bytes = (...codes: number[]) => new DataView(Uint8Array.from(codes).buffer);
const opener = (root: Element): HTMLButtonElement => one(root, ".ssc-colourpick button");
const items = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(".ssc-colourmenu [role=menuitemradio]"),
];

async function opened(options = OPTIONS) {
  const found = await shown();
  opener(found.root).click();
  if (found.model.take()[0]?.type !== "colour_options") throw new Error("nothing was asked");
  found.model.tell(options);
  return found;
}

describe("the menu of colours", () => {
  it("lists what the page has, then the columns as text, and sends the one that is chosen", async () => {
    const { model, root } = await opened();
    expect(items(root).map((item) => item.textContent)).toEqual([
      ...["cluster", "doubt", "labels none given"],
      ...["age 18–84", "<b>town</b> 19 kinds", "who all"],
    ]);
    expect(items(root)[0]?.getAttribute("aria-checked")).toBe("true");
    items(root)[5]?.click();
    expect(model.take()).toEqual([]);
    items(root)[3]?.click();
    expect(model.take()).toEqual([{ type: "colour", name: "age" }]);
    expect(one(root, ".ssc-colourmenu").hidden).toBe(true);
    expect(document.activeElement).toBe(opener(root));
  });

  it("is used by keys alone, and letters go to the entry that begins with them", async () => {
    const { root } = await opened();
    items(root)[0]?.focus();
    press("ArrowDown");
    expect(document.activeElement).toBe(items(root)[1]);
    press("a");
    expect(document.activeElement).toBe(items(root)[3]);
    press("Escape");
    expect(one(root, ".ssc-colourmenu").hidden).toBe(true);
    expect(document.activeElement).toBe(opener(root));
  });

  it("finds a column among many", async () => {
    const columns = Array.from({ length: 12 }, (_, k) => option(`column ${k}`));
    const { model, root } = await opened({ ...OPTIONS, columns });
    const field = one<HTMLInputElement>(root, ".ssc-colourmenu input");
    field.focus();
    field.value = "N 11";
    field.dispatchEvent(new Event("input"));
    expect(
      items(root)
        .slice(3)
        .map((item) => item.textContent),
    ).toEqual(["column 11"]);
    press("Enter", {}, field);
    expect(model.take()).toEqual([{ type: "colour", name: "column 11" }]);
  });

  it("has no field for few columns", async () => {
    const { root } = await opened();
    expect(one(root, ".ssc-colourmenu .ssc-findfield").hidden).toBe(true);
  });
});

describe("colours of the points", () => {
  it("are an attribute of each point, and go away with the column", async () => {
    const { model, root } = await shown();
    model.set("fills", bytes(0, 7, 15, 16));
    model.put({ colour: AGE });
    expect(one(root, "path.dot[data-v7]").dataset.index).toBe("1");
    expect(one(root, "path.dot[data-v16]").dataset.index).toBe("3");
    expect(root.hasAttribute("data-ssc-coloured")).toBe(true);
    expect(one(root, ".ssc-colourscale").textContent).toBe("1884");
    model.set("fills", bytes());
    model.put({ colour: { name: "cluster", title: "Cluster", ends: null, why_not: "" } });
    expect(root.querySelector("path.dot[data-v7]")).toBe(null);
    expect(root.hasAttribute("data-ssc-coloured")).toBe(false);
    expect(one(root, ".ssc-colourscale").hidden).toBe(true);
  });

  it("have a legend with bars and clusters, asked for once a state, closed with the column", async () => {
    const { model, root } = await opened();
    items(root)[3]?.click();
    model.take();
    model.put({ colour: AGE });
    expect(model.take()).toEqual([{ type: "colour_legend", find: "" }]);
    model.tell(LEGEND);
    const part = one(root, ".ssc-colourlegend");
    expect(part.hidden).toBe(false);
    expect(part.querySelectorAll(".ssc-histbar")).toHaveLength(2);
    expect(one(part, ".ssc-hist svg").getAttribute("aria-label")).toBe(LEGEND.scale?.about);
    expect(one(part, ".ssc-colourspread").textContent).toBe("Two40");
    expect(one(part, ".ssc-colournote").textContent).toBe(LEGEND.note);
    model.put({ colour: { name: "cluster", title: "Cluster", ends: null, why_not: "" } });
    expect(part.hidden).toBe(true);
    expect(one(root, ".ssc-question").hidden).toBe(false);
  });

  it("of kinds have a list with their numbers, and a field for more than seven", async () => {
    const { model, root } = await opened();
    items(root)[4]?.click();
    model.put({ colour: { ...AGE, name: "<b>town</b>", title: "<b>town</b>", ends: null } });
    const kind = (k: number) => ({
      kind: k,
      name: `<i>${k}</i>`,
      code: 8 + k,
      count: 9 - k,
      share: 1,
      on: k === 2,
    });
    const kinds = Array.from({ length: 8 }, (_, k) => kind(k));
    const agreement = { value: "0.11 of 1", text: "Little." };
    model.tell({ ...LEGEND, name: "<b>town</b>", scale: null, kinds, agreement });
    const rows = [...root.querySelectorAll(".ssc-colourkind")];
    expect(rows.map((row) => row.textContent)[1]).toBe("<i>1</i>8");
    expect(one(root, ".ssc-colourlegend .ssc-sub").textContent).toBe(
      "Goes with the clusters0.11 of 1",
    );
    model.take();
    const field = one<HTMLInputElement>(root, ".ssc-colourlegend .ssc-findfield input");
    field.value = "br";
    field.dispatchEvent(new Event("input"));
    expect(model.take()).toEqual([{ type: "colour_legend", find: "br" }]);
  });
});
