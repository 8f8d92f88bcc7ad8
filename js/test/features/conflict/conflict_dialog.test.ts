import { describe, expect, it } from "vitest";
import { CONFLICT, clickAt, link, note, one, press, QUESTION, shown } from "../../fixtures";

describe("a conflict", () => {
  it("opens on the harmless choice, and Escape is that choice", async () => {
    const { model, root } = await shown();
    model.put({ conflict: CONFLICT });
    expect(document.activeElement?.textContent).toContain("Take back the new answer");
    press("Escape");
    expect(model.take()).toEqual([{ type: "resolve", choice: "take_back_new" }]);
    model.put({ conflict: null });
    expect(root.querySelector("[role=alertdialog]")).toBeNull();
  });

  it("keeps the focus and every key inside", async () => {
    const { model, root } = await shown({ question: QUESTION });
    model.put({ conflict: CONFLICT });
    for (let turn = 0; turn < 6; turn++) {
      press("Tab");
      expect(one(root, "[role=alertdialog]").contains(document.activeElement)).toBe(true);
    }
    press("m");
    press("z", { ctrlKey: true });
    clickAt(root, 0);
    expect(model.take()).toEqual([]);
    expect(one(root, ".ssc-side").hasAttribute("inert")).toBe(true);
    model.put({ conflict: null, question: null });
    expect(note(root)).toBe("");
  });

  it("names the step that is lit up on its second button", async () => {
    const { model, root } = await shown({ links: [link(3, 0, 1), link(5, 1, 2)] });
    model.put({ conflict: CONFLICT });
    const second = root.querySelectorAll<HTMLElement>(
      "[role=alertdialog] .ssc-choices button",
    )[1] as HTMLElement;
    expect(second.textContent).toContain("Take back answer 5");
    one(root, ".ssc-step").click();
    expect(second.textContent).toContain("Take back answer 3");
    expect(root.querySelectorAll("[data-keep].dot")).toHaveLength(3);
    second.click();
    expect(model.take()).toEqual([{ type: "resolve", choice: "take_back:3" }]);
  });

  it("of a group offers only what there is", async () => {
    const { model, root } = await shown();
    model.put({ conflict: { ...CONFLICT, choices: CONFLICT.choices.slice(0, 1) } });
    expect(root.querySelectorAll("[role=alertdialog] .ssc-choices button")).toHaveLength(1);
  });
});
