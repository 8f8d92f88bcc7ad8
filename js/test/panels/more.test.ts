import { describe, expect, it } from "vitest";
import { one, press, shown } from "../fixtures";

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
    const items = [...menu.querySelectorAll("[role=menuitem] .ssc-what")];
    expect(items.map((item) => item.textContent)).toEqual(["Full screen", "Keys", "Find a point"]);
    expect(document.activeElement).toBe(items[0]?.closest("button"));
  });

  it("keeps letters to itself: they find items, and link nothing", async () => {
    const { model, menu } = await opened();
    press("k");
    expect(document.activeElement?.textContent).toContain("Keys");
    press("m");
    press("ArrowUp");
    expect(document.activeElement?.textContent).toContain("Full screen");
    expect(model.take()).toEqual([]);
    expect(menu.hidden).toBe(false);
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
    menu.querySelectorAll("button")[1]?.click();
    expect(menu.hidden).toBe(true);
    expect(one(root, ".ssc-help").hidden).toBe(false);
  });
});
