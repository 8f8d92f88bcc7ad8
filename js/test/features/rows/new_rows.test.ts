import { describe, expect, it } from "vitest";
import { one, press, shown, status } from "../../fixtures";

const likely = (id: number, share: string) => ({ id, name: `Cluster ${id + 1}`, share });
const row = (index: number, drawn: boolean, ...shares: ReturnType<typeof likely>[]) => ({
  ...{ index, name: `<i>${index}</i>`, drawn, likely: shares },
  status: `Row ${index}: it may be anywhere.`,
});
const FOUND = {
  ...{ size: 4, lead: "4 new rows:", rest: "2 placed, 2 to look at", note: "Your 9 answers stay." },
  listed: [
    row(3, false, likely(0, "54 %"), likely(1, "44 %")),
    row(1, false, likely(1, "")),
    row(2, true, likely(0, "99 %")),
  ],
  ...{ more: "", drawn: "Place this one, drawn at random.", accept: "Accept 2 placed" },
  ...{ new_cluster: 2, fit: null, marks: [0, 1, 2, 3] },
};

const lines = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(".ssc-newrows li"),
];

async function opened(change = {}) {
  const view = await shown();
  view.root.querySelector<HTMLElement>("[role=region]")?.focus();
  view.model.put({ new_rows: { ...FOUND, ...change } });
  view.model.take();
  return { ...view, box: one(view.root, ".ssc-newrows") };
}

describe("new rows", () => {
  it("open by themselves once, with an entry in the legend and marks on the plot", async () => {
    const { model, root, box } = await opened();
    expect(box.hidden).toBe(false);
    expect(one(box, "p").textContent).toBe("4 new rows: 2 placed, 2 to look at");
    expect(box.textContent).toContain("<i>3</i>");
    const entry = one<HTMLButtonElement>(root, ".ssc-newleg");
    expect(entry.textContent).toBe("New4");
    expect(entry.getAttribute("aria-pressed")).toBe("true");
    expect(root.querySelectorAll(".ssc-newmarks .ssc-mark")).toHaveLength(2);
    expect(
      root.querySelector(".ssc-newmarks .ssc-ring")?.getAttribute("d")?.split("M"),
    ).toHaveLength(5);
    entry.click();
    expect(box.hidden).toBe(true);
    model.put({ new_rows: { ...FOUND, size: 3 } });
    expect(box.hidden).toBe(true);
    model.put({ new_rows: null });
    expect(entry.hidden).toBe(true);
    expect(root.querySelectorAll(".ssc-newmarks *")).toHaveLength(0);
  });

  it("are placed one after the other by a digit, or put out of all clusters", async () => {
    const { model, root } = await opened();
    lines(root)[0]?.focus();
    press("1");
    expect(model.take()).toEqual([{ type: "place_row", index: 3, cluster: 0 }]);
    press("9");
    expect(model.take()).toEqual([]);
    press("ArrowDown");
    expect(document.activeElement).toBe(lines(root)[1]);
    expect(status(root)).toBe("Row 1: it may be anywhere.");
    press("o");
    expect(model.take()).toEqual([{ type: "no_cluster", indices: [1] }]);
    press("End");
    lines(root)[2]?.querySelector("button")?.click();
    expect(model.take()).toEqual([{ type: "place_row", index: 2, cluster: 0 }]);
    press("Home");
    expect(lines(root)[0]?.getAttribute("aria-current")).toBe("true");
  });

  it("begin a cluster by the digit after the last one, and by a button", async () => {
    const { model, root } = await opened();
    lines(root)[0]?.focus();
    press("3");
    expect(model.take()).toEqual([{ type: "new_cluster", index: 3 }]);
    const button = one<HTMLButtonElement>(
      root,
      "[aria-label='Row <i>3</i> belongs to a new cluster']",
    );
    expect(button.textContent).toBe("New3");
    button.click();
    expect(model.take()).toEqual([{ type: "new_cluster", index: 3 }]);
    model.put({ new_rows: { ...FOUND, new_cluster: 12 } });
    expect(one(root, "[aria-label$='a new cluster']").textContent).toBe("New");
  });

  it("say what a fit would move, and offer one from scratch where it is ahead", async () => {
    const { model, box } = await opened({ fit: { text: "A fit moves 2 rows.", fresh: false } });
    const named = (text: string) =>
      [...box.querySelectorAll("button")].find((each) => each.textContent === text);
    expect(box.textContent).toContain("A fit moves 2 rows.");
    expect(named("Fit from scratch")).toBe(undefined);
    named("Fit")?.click();
    expect(model.take()).toEqual([{ type: "fit_rows", fresh: false }]);
    model.put({ new_rows: { ...FOUND, fit: { text: "Both.", fresh: true } } });
    named("Fit from scratch")?.click();
    expect(model.take()).toEqual([{ type: "fit_rows", fresh: true }]);
  });

  it("are accepted by a key where some lie clearly in a cluster", async () => {
    const { model, root, box } = await opened();
    press("a");
    expect(model.take()).toEqual([{ type: "accept_rows" }]);
    lines(root)[0]?.focus();
    press("A");
    expect(model.take()).toEqual([{ type: "accept_rows" }]);
    model.put({ new_rows: { ...FOUND, accept: "" } });
    press("a");
    expect(model.take()).toEqual([]);
    press("Escape");
    expect(box.hidden).toBe(true);
    press("a");
    expect(model.take()).toEqual([]);
  });

  it("are left out for a reason", async () => {
    const { model, box } = await opened();
    const form = one<HTMLFormElement>(box, "form");
    expect(form.hidden).toBe(true);
    [...box.querySelectorAll("button")].find((b) => b.textContent === "Leave out…")?.click();
    expect(form.hidden).toBe(false);
    const field = one<HTMLInputElement>(form, "input");
    expect(document.activeElement).toBe(field);
    press("a");
    expect(model.take()).toEqual([]);
    field.value = "broken";
    form.requestSubmit();
    expect(model.take()).toEqual([{ type: "leave_out", indices: [3], reason: "broken" }]);
    expect(form.hidden).toBe(true);
    [...box.querySelectorAll("button")].find((b) => b.textContent === "Leave out…")?.click();
    press("Escape");
    expect(form.hidden).toBe(true);
    expect(box.hidden).toBe(false);
  });
});
