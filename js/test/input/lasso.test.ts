import { describe, expect, it } from "vitest";
import { drag, one, press, shown } from "../fixtures";

describe("a lasso", () => {
  const around = (left: number, right: number): [number, number][] => [
    [left, 50],
    [right, 50],
    [right, 150],
    [left, 150],
  ];

  it("selects what it encloses; Shift adds, Alt removes", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    press("l");
    drag(root, around(50, 250));
    expect(model.take()).toEqual([{ type: "select", indices: [0, 1] }]);
    model.put({
      lasso: {
        indices: [0, 1],
        count: 2,
        preview_must: [[0, 1]],
        must_links: 1,
        cannot_links: null,
        group: null,
      },
    });
    expect(document.activeElement?.textContent).toBe("All must-link: 1 link");
    expect(root.querySelectorAll("path.ssc-lasso")).toHaveLength(1);
    drag(root, around(350, 450), { shiftKey: true });
    drag(root, around(50, 150), { altKey: true });
    expect(model.take()).toEqual([
      { type: "select", indices: [0, 1, 3] },
      { type: "select", indices: [1] },
    ]);
    expect(one(root, "path.ssc-lasso").getAttribute("d")?.match(/M/g)).toHaveLength(3);
    model.put({ lasso: null });
    expect(root.querySelector("path.ssc-lasso")).toBeNull();
  });

  it("leaves the first group's outline while a second is drawn, and drawn again", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    press("l");
    const lasso = { preview_must: [] as [number, number][], must_links: 0, cannot_links: null };
    const outlines = () => one(root, "path.ssc-lasso").getAttribute("d")?.match(/M\d+/g);
    drag(root, around(50, 250));
    model.put({ lasso: { ...lasso, indices: [0, 1], count: 2, group: null } });
    model.put({ lasso: { ...lasso, indices: [], count: 0, group: [0, 1] } });
    drag(root, around(350, 450));
    expect(outlines()).toEqual(["M50", "M350"]);
    model.put({ lasso: { ...lasso, indices: [3], count: 1, group: [0, 1] } });
    drag(root, around(260, 340));
    expect(outlines()).toEqual(["M50", "M260"]);
    model.put({ lasso: null });
    expect(root.querySelector("path.ssc-lasso")).toBeNull();
  });

  it("is dropped by Escape while it is drawn", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    press("l");
    const figure = one(root, ".ssc-figure");
    figure.dispatchEvent(
      new MouseEvent("pointerdown", { clientX: 50, clientY: 50, bubbles: true, composed: true }),
    );
    window.dispatchEvent(new MouseEvent("pointermove", { clientX: 250, clientY: 150 }));
    expect(root.querySelector("path.ssc-lasso")).not.toBeNull();
    press("Escape");
    window.dispatchEvent(new MouseEvent("pointerup", { clientX: 250, clientY: 50 }));
    expect(root.querySelector("path.ssc-lasso")).toBeNull();
    expect(model.take()).toEqual([]);
  });

  it("can be made point by point with the keyboard", async () => {
    const { model, root } = await shown();
    one(root, "[role=region]").focus();
    press("l");
    press("ArrowRight");
    press("Enter");
    expect(model.take()).toMatchObject([{ type: "select", indices: [expect.any(Number)] }]);
  });
});
