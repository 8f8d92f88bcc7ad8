import { describe, expect, it } from "vitest";
import { clipped, middled } from "../../src/ui/dom";
import { corner } from "../../src/panels/note";

describe("a note that finds no room beside the legend", () => {
  it("goes where it covers the fewest dots", () => {
    const upper = [70, 20, 150, 20, 500, 20, 700, 20, 350, 20, 450, 20];
    expect(corner(upper, [200, 32], [816, 440])).toEqual([64, 364]);
    const lower = upper.map((value, at) => (at % 2 ? 370 : value));
    expect(corner(lower, [200, 32], [816, 440])).toEqual([64, 4]);
  });
});

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
