import { describe, expect, it } from "vitest";
import { face } from "../../src/content/faces";
import { faceOf } from "../shaped";

const shown = (change: object): HTMLElement => {
  const box = document.createElement("div");
  box.append(...face({ ...faceOf(7), ...change }));
  return box;
};

describe("a card", () => {
  it("shows the image, else the text, else name and features", () => {
    const image = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    expect(shown({ image, text: "A text" }).innerHTML).toContain(`src="${image}"`);
    expect(shown({ text: "<b>A text</b>" }).textContent).toBe("<b>A text</b>");
    const plain = shown({});
    expect(plain.textContent).toBe("7");
    expect(plain.querySelectorAll("rect")).toHaveLength(2);
  });

  it("shows no image from elsewhere, and a bar for the lowest value too", () => {
    expect(shown({ image: "https://example.org/a.png" }).querySelector("img")).toBe(null);
    const heights = [...shown({ profile: [0, 1] }).querySelectorAll("rect")].map((bar) =>
      Number(bar.getAttribute("height")),
    );
    expect(heights).toEqual([1.5, 18]);
  });
});
