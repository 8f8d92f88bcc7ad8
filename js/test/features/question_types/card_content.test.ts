import { describe, expect, it } from "vitest";
import { Lookup } from "../../../src/core/row_lookup";
import { face } from "../../../src/features/question_types/card_content";
import { faceOf } from "../../question_types";

const shown = (change: object, address = ""): HTMLElement => {
  const box = document.createElement("div");
  const images = new Lookup();
  if (address) images.set(7, address);
  box.append(...face({ images }, { ...faceOf(7), ...change }));
  return box;
};

describe("a card", () => {
  it("shows the image, else the text, else name and features", () => {
    const image = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    expect(shown({ image: true, text: "A text" }, image).innerHTML).toContain(`src="${image}"`);
    expect(shown({ image: true }).querySelector(".ssc-waiting")).not.toBe(null);
    expect(shown({ text: "<b>A text</b>" }).textContent).toBe("<b>A text</b>");
    const plain = shown({});
    expect(plain.textContent).toBe("7");
    expect(plain.querySelectorAll("rect")).toHaveLength(2);
  });

  it("shows a bar for the lowest value too", () => {
    const heights = [...shown({ profile: [0, 1] }).querySelectorAll("rect")].map((bar) =>
      Number(bar.getAttribute("height")),
    );
    expect(heights).toEqual([1.5, 18]);
  });
});
