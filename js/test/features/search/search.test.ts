import { describe, expect, it } from "vitest";
import { one, press, shown, status } from "../../fixtures";

const FOUND = {
  type: "found",
  text: "an",
  start: 0,
  hits: [
    { index: 2, name: "Ann", cluster: 1, pieces: [""] },
    { index: 0, name: "<b>Joan</b>", cluster: 0, pieces: ["…an <i>", "ant", " urn</i>"] },
  ],
  total: 5,
  ringed: [2, 0],
  rows: 2,
  head: "1 text",
  rest: " in 1 cluster · 1 name",
  more: "and 3 more",
  instead: "",
  unread: 0,
};

const NONE = { ...FOUND, hits: [], ringed: [], total: 0, rows: 0, rest: "", more: "" };

const pause = () => new Promise((done) => setTimeout(done, 200));

async function searched(text: string) {
  const view = await shown();
  one(view.root, "[role=region]").focus();
  press("/");
  const field = one<HTMLInputElement>(view.root, ".ssc-find input");
  field.value = text;
  field.dispatchEvent(new Event("input"));
  await pause();
  return { ...view, field, box: one(view.root, ".ssc-find") };
}

const options = (root: Element): Element[] => [...root.querySelectorAll(".ssc-find [role=option]")];
const rings = (root: Element): number =>
  (root.querySelector(".ssc-hits .ssc-ring:not(.ssc-now)")?.getAttribute("d") ?? "").split("M")
    .length - 1;

describe("the search", () => {
  it("opens by its key in the side panel, asks the kernel once, and marks words as text", async () => {
    const { model, root, box } = await searched("an");
    expect(box.hidden).toBe(false);
    expect(model.take()).toEqual([{ type: "find", text: "an", start: 0 }]);
    model.tell(FOUND);
    const [first, second] = options(root);
    expect(first?.textContent).toContain("Ann");
    expect(second?.querySelector(".ssc-hittext")?.textContent).toBe("…an <i>ant urn</i>");
    expect(second?.querySelector("mark")?.textContent).toBe("ant");
    expect(second?.querySelector("i")).toBeNull();
    expect(one(box, ".ssc-counts").textContent).toContain("1 text in 1 cluster · 1 name");
    expect(box.textContent).toContain("and 3 more");
    expect(status(root)).toBe("1 text in 1 cluster · 1 name");
    expect(rings(root)).toBe(1);
  });

  it("steps through the hits with the arrows, past the end of the list, and Enter picks", async () => {
    const { model, root, box } = await searched("an");
    model.tell(FOUND);
    press("ArrowDown");
    expect(options(root)[1]?.getAttribute("aria-selected")).toBe("true");
    expect(status(root)).toContain("Hit 2 of 5: <b>Joan</b>");
    expect(root.querySelector(".ssc-tags")?.textContent).toContain("2 of 5");
    model.take();
    press("ArrowDown");
    expect(model.take()).toEqual([{ type: "find", text: "an", start: 2 }]);
    model.tell({ ...FOUND, start: 2, hits: FOUND.hits.slice(0, 1) });
    expect(status(root)).toContain("Hit 3 of 5: Ann");
    press("Enter");
    expect(box.hidden).toBe(false);
    expect(document.activeElement?.closest(".ssc-find")).toBeNull();
    expect(status(root)).toContain("selected");
    press("m");
    expect(one(root, ".ssc-note").textContent).toContain("Must-link from");
  });

  it("says where nothing is found, and offers what may have been meant", async () => {
    const { model, root, box } = await searched("zoe");
    model.tell(FOUND);
    expect(options(root)).toHaveLength(0);
    model.tell({
      ...NONE,
      text: "zoe",
      head: "No match yet",
      rest: " · 1,200 points left to search",
    });
    expect(box.textContent).toContain("No match yet · 1,200 points left to search");
    model.tell({ ...NONE, text: "zoe", head: "Nothing found for “zoe”.", instead: "zoo" });
    const offered = [...box.querySelectorAll("button")].find(
      ({ textContent }) => textContent === "Did you mean zoo?",
    );
    model.take();
    offered?.click();
    expect(model.take()).toEqual([{ type: "find", text: "zoo", start: 0 }]);
  });

  it("selects all, and Escape ends it, its rings and the reading of texts", async () => {
    const { model, root, box } = await searched("an");
    model.tell({ ...FOUND, unread: 40 });
    model.take();
    [...box.querySelectorAll("button")]
      .find(({ textContent }) => textContent === "Select all 2")
      ?.click();
    expect(model.take()).toEqual([{ type: "select_found" }]);
    [...box.querySelectorAll("button")]
      .find(({ textContent }) => textContent === "Show only these")
      ?.click();
    expect(model.take()).toEqual([{ type: "filter", verb: "search" }]);
    expect(root.hasAttribute("data-ssc-lit")).toBe(true);
    one(box, "input").focus();
    press("Escape");
    expect(box.hidden).toBe(true);
    expect(model.take()).toEqual([{ type: "find", text: "", start: 0 }]);
    expect(rings(root)).toBe(0);
    expect(root.hasAttribute("data-ssc-lit")).toBe(false);
    expect(document.activeElement).toBe(one(root, "[role=region]"));
  });

  it("opens the card of a cluster that was found by its name", async () => {
    const { model, root } = await searched("an");
    model.tell({
      ...FOUND,
      hits: [{ index: null, name: "Anna", cluster: 1, pieces: ["Cluster of 2 points"] }],
    });
    model.take();
    press("Enter");
    expect(model.take()).toContainEqual({ type: "cluster", cluster: 1 });
    expect(one(root, ".ssc-find").hidden).toBe(true);
  });

  it("is a button of the toolbar, pressed while it is open", async () => {
    const { root } = await shown();
    const button = one<HTMLButtonElement>(root, ".ssc-bar [aria-label=Search]");
    button.focus();
    button.click();
    expect(button.getAttribute("aria-pressed")).toBe("true");
    expect(document.activeElement).toBe(one(root, ".ssc-find input"));
    press("Escape");
    expect(button.getAttribute("aria-pressed")).toBe("false");
    expect(document.activeElement).toBe(button);
  });
});
