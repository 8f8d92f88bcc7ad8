import { describe, expect, it } from "vitest";
import { clipped, middled } from "../../src/core/dom";

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
