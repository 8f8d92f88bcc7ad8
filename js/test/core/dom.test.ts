import { afterEach, describe, expect, it } from "vitest";
import { clipped, focusOf, isWithin, middled, parentOf } from "../../src/core/dom";

describe("a long name", () => {
  it("keeps its end, where it may differ from others", () => {
    expect(clipped("short", 12)).toBe("short");
    expect(clipped("a specimen number 117", 12)).toBe("a spec…r 117");
    const [shown] = middled("a specimen number 117") as [HTMLElement];
    expect(shown.textContent).toBe("a specimen number 117");
    expect(shown.lastChild?.textContent).toBe("er 117");
    expect(middled("short")).toEqual(["short"]);
  });
});

/** A button in a shadow tree in a shadow tree, and a field beside it. */
function page() {
  const [field, outer, inner] = ["input", "div", "div"].map((tag) => document.createElement(tag));
  const button = document.createElement("button");
  document.body.append(field as Element, outer as Element);
  outer?.attachShadow({ mode: "open" }).append(inner as Element);
  inner?.attachShadow({ mode: "open" }).append(button);
  return { field, outer, inner, button } as Record<
    "field" | "outer" | "inner" | "button",
    HTMLElement
  >;
}

describe("the focus", () => {
  afterEach(() => document.body.replaceChildren());

  it("is seen where it is in the own shadow tree, and outside it", () => {
    const { field, outer, button } = page();
    button.focus();
    expect(document.activeElement).toBe(outer);
    expect(focusOf(button)).toBe(button);
    field.focus();
    expect(focusOf(button)).toBe(field);
    expect(focusOf(null)).toBe(field);
  });
});

describe("what is around a node", () => {
  afterEach(() => document.body.replaceChildren());

  it("goes on outside of shadow trees, and ends with the page", () => {
    const { outer, inner, button } = page();
    expect([parentOf(button), parentOf(inner), parentOf(outer)]).toEqual([
      inner,
      outer,
      document.body,
    ]);
    expect(parentOf(document.documentElement)).toBeNull();
  });

  it("holds what is in a shadow tree within it", () => {
    const { field, outer, button } = page();
    expect([isWithin(outer, button), isWithin(document.body, button)]).toEqual([true, true]);
    expect([isWithin(field, button), isWithin(button, outer)]).toEqual([false, false]);
  });
});
