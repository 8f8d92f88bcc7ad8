import { describe, expect, it } from "vitest";
import { BARE, clickAt, note, one, QUESTION, shown, status } from "../fixtures";

describe("names that the page does not know", () => {
  it("are asked for once, in one message, and the text is put right when they come", async () => {
    const { model, root } = await shown({ names: true });
    clickAt(root, 0);
    expect(status(root)).toBe("Point …, cluster 1, selected.");
    expect(note(root)).toContain("… selected");
    expect(model.take()).toEqual([{ type: "names", indices: [0] }]);
    clickAt(root, 2);
    expect(model.take()).toEqual([{ type: "names", indices: [2] }]);
    model.tell({ type: "names", names: [[0, "ann"]] });
    model.tell({ type: "names", names: [[2, "bob"]] });
    expect(status(root)).toBe("Point bob, cluster 2, selected.");
    expect(note(root)).toContain("ann and bob selected");
    expect(model.take()).toEqual([]);
  });

  it("are none where they have come ahead, and none where rows have numbers", async () => {
    const { model, root } = await shown({}, undefined);
    clickAt(root, 1);
    expect(status(root)).toBe("Point 1, cluster 1, selected.");
    expect(model.take()).toEqual([]);
  });
});

describe("images", () => {
  const PIC = "data:image/png;base64,AAAA";
  const extra = { ...BARE, image: true };
  const asked = {
    ...QUESTION,
    features: [],
    extra: [extra, extra] as [typeof extra, typeof extra],
  };

  it("are there at once where they came before the question", async () => {
    const { model, root } = await shown();
    model.tell({
      type: "images",
      images: [
        [1, PIC],
        [3, PIC],
      ],
    });
    model.put({ question: asked });
    expect(root.querySelectorAll(".ssc-im img")).toHaveLength(2);
    expect(model.take()).toEqual([]);
  });

  it("are asked for by a view that has missed them, and only data are shown", async () => {
    const { model, root } = await shown({ question: asked });
    expect(root.querySelectorAll(".ssc-pair .ssc-waiting")).toHaveLength(2);
    expect(model.take()).toEqual([{ type: "images", indices: [1, 3] }]);
    model.tell({
      type: "images",
      images: [
        [1, PIC],
        [3, "https://example.org/cat.png"],
      ],
    });
    expect(root.querySelectorAll(".ssc-pair img")).toHaveLength(1);
    expect(root.querySelectorAll(".ssc-pair .ssc-waiting")).toHaveLength(0);
  });

  it("are shown large until Escape, which closes nothing else", async () => {
    const { model, root } = await shown();
    model.tell({ type: "images", images: [[1, PIC]] });
    model.put({ question: asked });
    one(root, ".ssc-im").click();
    const large = one(root, ".ssc-large");
    expect(large.hidden).toBe(false);
    expect(large.getAttribute("aria-label")).toBe("Image of point 1");
    const { press } = await import("../fixtures");
    press("Escape");
    expect(large.hidden).toBe(true);
    model.put({ question: asked });
    expect(model.take().filter(({ type }) => type === "dismiss_question")).toEqual([]);
  });
});
