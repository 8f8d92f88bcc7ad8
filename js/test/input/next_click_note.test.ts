import { describe, expect, it, vi } from "vitest";
import { corner } from "../../src/input/next_click_note";
import { clickAt, note, one, shown } from "../fixtures";

describe("a note that finds no room beside the legend", () => {
  it("goes where it covers the fewest dots", () => {
    const upper = [70, 20, 150, 20, 500, 20, 700, 20, 350, 20, 450, 20];
    expect(corner(upper, [200, 32], [816, 440])).toEqual([64, 352]);
    const lower = upper.map((value, at) => (at % 2 ? 370 : value));
    expect(corner(lower, [200, 32], [816, 440])).toEqual([64, 4]);
  });

  it("covers the title of the axis before it covers a point", () => {
    const everywhere = Array.from({ length: 400 }, (_, i) => [(i % 20) * 40, (i / 20) * 19]);
    expect(corner(everywhere.flat(), [200, 32], [816, 440])).toEqual([64, 404]);
  });
});

describe("a note on the page", () => {
  it("shows the braces of a name as they are: keys are what our own words have in braces", async () => {
    const { model, root } = await shown({ names: true });
    model.tell({ type: "names", names: [[0, "set {x} of {y}"]] });
    clickAt(root, 0);
    const el = one(root, ".ssc-note");
    expect(el.textContent?.replaceAll("\u2060", "")).toContain("set {x} of {y}");
    const keys = [...el.querySelectorAll("kbd")].map((key) => key.textContent);
    expect(keys).toEqual(["M", "C", "Esc"]);
  });

  it("has the page laid out where it may have to go elsewhere, and for nothing else", async () => {
    const { model, root } = await shown();
    one<HTMLInputElement>(root, "[role=radiogroup] label:nth-child(2) input").click();
    expect(note(root)).toContain("Click two points");
    const asked = vi.spyOn(HTMLElement.prototype, "offsetWidth", "get");
    model.put({ status: "something else" });
    expect(asked).not.toHaveBeenCalled();
    model.put({ clusters: [{ id: 0, name: "a name that takes much room", size: 4 }] });
    expect(asked).toHaveBeenCalled();
    asked.mockRestore();
  });
});
