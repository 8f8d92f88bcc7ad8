import { afterEach, describe, expect, it } from "vitest";
import { sorted } from "../src/panels/constraints";
import { parsed } from "../src/panels/parameters";
import type { Param } from "../src/types";
import { places } from "../src/panels/progress";
import type { State } from "../src/types";
import { link, one, press, QUESTION, shown, STATE, type Shown } from "./fixtures";

let view: Shown;
const show = async (change: Partial<State> = {}): Promise<Shown> => (view = await shown(change));
afterEach(() => view?.dispose());

describe("the table of constraints", () => {
  it("has the violated first, then the newest", () => {
    const links = [link(1, 0, 1), link(2, 0, 2, { violated: true }), link(3, 1, 2), link(4, 0, 3, { violated: true })];
    expect(sorted(links).map(({ answer }) => answer)).toEqual([4, 2, 3, 1]);
    expect(links.map(({ answer }) => answer)).toEqual([1, 2, 3, 4]);
  });

  it("draws the first 200 of thousands and says so", async () => {
    const links = Array.from({ length: 3000 }, (_, k) => link(k + 1, 0, 1));
    const { root } = await show({ links });
    expect(root.querySelectorAll("tbody tr")).toHaveLength(200);
    expect(one(root, ".ssc-scroll p").textContent).toContain("2800 more");
  });

  it("shows a row's pair on the plot, and removes its answer", async () => {
    const { model, root } = await show({ links: [link(5, 0, 3)] });
    one(root, "tbody tr").click();
    expect(one(root, ".ssc-link").hasAttribute("data-chosen")).toBe(true);
    expect(root.querySelectorAll(".ssc-tag")).toHaveLength(2);
    one(root, "[aria-label='Remove answer 5']").click();
    expect(model.take()).toEqual([{ type: "remove", answer: 5 }]);
  });

  it("says when the clusterer ignores it", async () => {
    const { root } = await show({ links: [link(1, 0, 1)], settings: { ...STATE.settings, clusterer: "k", uses_constraints: false } });
    expect(one(root, ".ssc-scroll p").textContent).toBe("K-means ignores constraints.");
  });
});

describe("the toolbar", () => {
  it("is found by the names that assistive technology reads", async () => {
    const { root } = await show();
    for (const name of ["Clusterer", "Strategy", "Number of clusters", "Undo", "Redo", "Parameters"]) {
      expect(root.querySelectorAll(`[aria-label='${name}']`), name).toHaveLength(1);
    }
    expect(one(root, "[role=radiogroup][aria-label=Mode]").querySelectorAll("input[type=radio]")).toHaveLength(3);
  });

  it("sends what is chosen", async () => {
    const { model, root } = await show();
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
    const { model, root } = await show({ settings: { ...STATE.settings, n_clusters_high: 9 } });
    const [more, count] = [one(root, "[aria-label='More clusters']"), one<HTMLInputElement>(root, "input[type=number]")];
    for (let click = 0; click < 3; click++) more.click();
    expect(model.take().map((message) => "value" in message && message.value)).toEqual([3, 4, 5]);
    model.put({ settings: { ...STATE.settings, n_clusters: 3, n_clusters_high: 9 } });
    expect(count.value).toBe("5");
    model.put({ error: "Too many." });
    expect(count.value).toBe("3");
  });

  it("sends an empty number for the kernel to explain", async () => {
    const { model, root } = await show();
    const count = one<HTMLInputElement>(root, "input[type=number]");
    count.value = "";
    count.dispatchEvent(new Event("change"));
    expect(model.take()).toEqual([{ type: "set", what: "n_clusters", value: "" }]);
  });

  it("fills one button: Suggest, until a question is open", async () => {
    const { model, root } = await show();
    expect(root.querySelectorAll(".ssc-main")).toHaveLength(1);
    model.put({ question: QUESTION });
    expect(root.querySelectorAll(".ssc-main")).toHaveLength(0);
  });
});

describe("the form of parameters", () => {
  it("has a field for each, and sends a number as a number", async () => {
    const { model, root } = await show();
    one(root, "[aria-label=Parameters]").click();
    const field = one<HTMLInputElement>(root, "[aria-label='Max iter']");
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe("100");
    field.value = "0";
    field.dispatchEvent(new Event("input"));
    field.dispatchEvent(new Event("change"));
    expect(model.take()).toEqual([{ type: "set", what: "param", name: "max_iter", value: 0 }]);
    model.put({ error: "PCKMeans: max_iter=0 must be an integer >= 1" });
    expect(field.value).toBe("100");
    expect(one(root, "[role=alert]").textContent).toContain("max_iter=0");
    press("Escape");
    expect(document.activeElement).toBe(one(root, "[aria-label=Parameters]"));
  });

  it("has fields for the strategy, in words, and says what the field in use is about", async () => {
    const strategy_params: Param[] = [
      { name: "method", label: "Method", type: "choice", value: "a_b", options: [null, "a_b"], option_names: ["none", "a b"], help: "How." },
    ];
    const { model, root } = await show({ settings: { ...STATE.settings, strategy_params } });
    one(root, "[aria-label=Parameters]").click();
    expect([...root.querySelectorAll("legend")].map((legend) => legend.textContent)).toEqual(["PCK-means", "NPU"]);
    expect(one(root, ".ssc-about").textContent).toBe("an integer >= 1");
    const method = one<HTMLSelectElement>(root, "select[aria-label=Method]");
    expect(method.selectedOptions[0]?.textContent).toBe("a b");
    method.focus();
    expect(one(root, ".ssc-about").textContent).toBe("How.");
    expect(method.getAttribute("aria-describedby")).toBe(one(root, ".ssc-about").id);
    method.selectedIndex = 0;
    method.dispatchEvent(new Event("change"));
    expect(model.take()).toEqual([{ type: "set", what: "strategy_param", name: "method", value: null }]);
  });

  it("offers a fit from the clusterer's own starts", async () => {
    const { model, root } = await show();
    one(root, "[aria-label=Parameters]").click();
    one(root, ".ssc-afresh").click();
    expect(model.take()).toEqual([{ type: "refit", fresh: true }]);
  });

  it("leaves text that is no number for the kernel to explain", () => {
    expect(parsed(" 1e-3 ", { type: "real" })).toBe(0.001);
    expect(parsed("many", { type: "int" })).toBe("many");
    expect(parsed("", { type: "int", nullable: true })).toBeNull();
    expect(parsed("", { type: "int" })).toBe("");
    expect(parsed("12", { type: "text" })).toBe("12");
  });
});

describe("the curves", () => {
  it("run from the left edge to the right, heights upwards, gaps left out", () => {
    expect(places([0, null, 1])).toEqual([[8, 27], [312, 5]]);
    expect(places([0.5])).toEqual([[312, 16]]);
    expect(places([])).toEqual([]);
  });
});

describe("what was picked by hand", () => {
  it("stays in the fields when a letter is a key elsewhere", async () => {
    const { model, root } = await show({ question: QUESTION });
    one(root, "[aria-label=Parameters]").click();
    const field = one<HTMLInputElement>(root, "[aria-label='Max iter']");
    expect(press("m", {}, field).defaultPrevented).toBe(false);
    expect(model.take()).toEqual([]);
    const count = one<HTMLInputElement>(root, "input[type=number]");
    count.focus();
    expect(press("m", {}, count).defaultPrevented).toBe(true);
    expect(model.take()).toMatchObject([{ type: "answer", kind: "must" }]);
  });
});
