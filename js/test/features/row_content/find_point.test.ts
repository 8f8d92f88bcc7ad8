import { describe, expect, it } from "vitest";
import { one, press, shown, status } from "../../fixtures";

const FOUND = {
  type: "found",
  text: "an",
  matches: [
    { index: 2, name: "Ann", cluster: 1, text: "" },
    { index: 0, name: "<b>Joan</b>", cluster: 0, text: "…an <i>urn</i>" },
  ],
  more: 3,
  unread: 0,
};

describe("the field that finds points", () => {
  const type = (root: HTMLElement, text: string): void => {
    const field = one<HTMLInputElement>(root, ".ssc-find input");
    field.value = text;
    field.dispatchEvent(new Event("input"));
  };

  it("opens by its key, asks the kernel, and puts the cursor on the point chosen", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    press("/");
    const box = one(root, ".ssc-find");
    expect(box.hidden).toBe(false);
    type(root, "an");
    expect(model.take()).toEqual([{ type: "find", text: "an" }]);
    model.tell(FOUND);
    const options = [...root.querySelectorAll("[role=option]")];
    expect(options.map((option) => option.textContent)).toEqual([
      "Ann",
      "<b>Joan</b>…an <i>urn</i>",
    ]);
    expect(box.textContent).toContain("5 points · the first 2");
    press("ArrowDown");
    expect(options[1]?.getAttribute("aria-selected")).toBe("true");
    press("Enter");
    expect(box.hidden).toBe(true);
    expect(root.querySelector(".ssc-cursor rect")).not.toBeNull();
    press("m");
    expect(status(root)).toContain("Select a point first");
  });

  it("offers nothing that another text has found, and says when nothing is", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    press("/");
    type(root, "zoe");
    model.tell(FOUND);
    expect(root.querySelectorAll("[role=option]")).toHaveLength(0);
    model.take();
    model.tell({ type: "found", text: "zoe", matches: [], more: 0, unread: 1200 });
    const box = one(root, ".ssc-find");
    expect(box.textContent).toContain("No match yet · 1,200 points left to search");
    model.tell({ type: "found", text: "zoe", matches: [], more: 0, unread: 0 });
    expect(box.textContent).toContain("No point has that name");
    press("Escape");
    expect(box.hidden).toBe(true);
    expect(model.take()).toEqual([]);
  });

  it("ends the reading of row contents when it is left", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    press("/");
    type(root, "an");
    model.tell({ ...FOUND, unread: 900 });
    press("ArrowDown");
    model.tell({ ...FOUND, unread: 40 });
    const second = root.querySelectorAll("[role=option]")[1];
    expect(second?.getAttribute("aria-selected")).toBe("true");
    model.take();
    press("Escape");
    expect(model.take()).toEqual([{ type: "find", text: "" }]);
  });
});
