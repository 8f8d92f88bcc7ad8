import { describe, expect, it } from "vitest";
import { again, one, press, shown } from "../fixtures";

const opened = async () => {
  const view = await shown();
  const button = one<HTMLButtonElement>(view.root, "[aria-label=More]");
  button.click();
  return { ...view, button, menu: one(view.root, "[role=menu][aria-label=More]") };
};

describe("the menu at the end of the toolbar", () => {
  it("says that it is open, and has the focus in its first item", async () => {
    const { button, menu } = await opened();
    expect(button.getAttribute("aria-expanded")).toBe("true");
    const items = [...menu.querySelectorAll("[role^=menuitem] .ssc-what")];
    expect(items.map((item) => item.textContent)).toEqual([
      "Clusters",
      "Proposals",
      "Check the result",
      "Search",
      "How this fit was made",
      "Nearest points Select a point first, then press R.",
      "No cluster for the selected points Select a point first: click it, or use the arrow keys and Enter.",
      "Leave the selected points out…",
      "Compare with another clusterer",
      "Simulate answers needs known labels (pass y_true=)",
      "Full screen",
      "Presentation size larger text and controls",
      "Side panel",
      "Keys",
    ]);
    expect(document.activeElement).toBe(items[0]?.closest("button"));
  });

  it("keeps letters to itself: they find items, and link nothing", async () => {
    const { model, menu } = await opened();
    press("k");
    expect(document.activeElement?.textContent).toContain("Keys");
    press("m");
    press("ArrowUp");
    press("ArrowUp");
    press("ArrowUp");
    expect(document.activeElement?.textContent).toContain("Full screen");
    expect(model.take()).toEqual([]);
    expect(menu.hidden).toBe(false);
  });

  it("makes words larger and puts the side panel away, in this view alone", async () => {
    const { model, root, button, menu } = await opened();
    const other = await again(model);
    const named = (name: string): HTMLElement =>
      one(
        menu,
        `[role=menuitemcheckbox]:has(.ssc-what):nth-child(${name === "Presentation size" ? 12 : 13})`,
      );
    expect(named("Presentation size").getAttribute("aria-checked")).toBe("false");
    named("Presentation size").click();
    button.click();
    expect(named("Presentation size").getAttribute("aria-checked")).toBe("true");
    expect(named("Side panel").getAttribute("aria-checked")).toBe("true");
    named("Side panel").click();
    const how = (view: HTMLElement): boolean[] =>
      ["data-ssc-large", "data-ssc-sidehidden"].map((name) => view.hasAttribute(name));
    expect([how(root), how(other.root)]).toEqual([
      [true, true],
      [false, false],
    ]);
    one(root, ".ssc-figure").focus();
    press("b");
    expect(how(root)).toEqual([true, false]);
    expect(model.take()).toEqual([]);
  });

  it("closes by Escape, by a click elsewhere and by its items, and gives the focus back", async () => {
    const { root, button, menu } = await opened();
    press("Escape");
    expect(menu.hidden).toBe(true);
    expect(document.activeElement).toBe(button);
    button.click();
    document.body.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
    expect(menu.hidden).toBe(true);
    button.click();
    [...menu.querySelectorAll("button")].at(-1)?.click();
    expect(menu.hidden).toBe(true);
    expect(one(root, ".ssc-help").hidden).toBe(false);
  });
});
