import { describe, expect, it, vi } from "vitest";
import { clickAt, note, one, press, QUESTION, shown, status } from "../fixtures";

describe("linking", () => {
  it("takes a click, a key and a click, and tells Jupyter nothing of them", async () => {
    const { model, root } = await shown();
    const heard = vi.fn();
    document.addEventListener("keydown", heard);
    clickAt(root, 0);
    expect(status(root)).toBe("Point 0, cluster 1, selected.");
    expect(press("m").defaultPrevented).toBe(true);
    expect(note(root)).toContain("Must-link from 0");
    clickAt(root, 3);
    expect(model.take()).toEqual([{ type: "link", i: 0, j: 3, kind: "must" }]);
    expect(press("x").defaultPrevented).toBe(false);
    expect(heard).not.toHaveBeenCalled();
    document.removeEventListener("keydown", heard);
  });

  it("works by keyboard alone", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    for (const key of ["ArrowRight", "Enter", "c", "ArrowRight", "Enter"]) press(key);
    expect(model.take()).toEqual([{ type: "link", i: 1, j: 2, kind: "cannot" }]);
  });

  it("is silent while the focus and the last click are elsewhere", async () => {
    const { model } = await shown({ question: QUESTION });
    const elsewhere = document.body.appendChild(document.createElement("button"));
    elsewhere.focus();
    expect(press("m").defaultPrevented).toBe(false);
    expect(model.take()).toEqual([]);
    elsewhere.remove();
  });

  it("undoes and redoes without Jupyter hearing of it", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    expect(press("z", { ctrlKey: true }).defaultPrevented).toBe(true);
    press("Z", { ctrlKey: true, shiftKey: true });
    expect(model.take()).toEqual([{ type: "undo" }, { type: "redo" }]);
    expect(press("s", { ctrlKey: true }).defaultPrevented).toBe(false);
  });
});

describe("what was picked by hand", () => {
  it("stays in the fields when a letter is a key elsewhere", async () => {
    const { model, root } = await shown({ question: QUESTION });
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
