import { describe, expect, it } from "vitest";
import { one, press, shown, status } from "../../fixtures";

const row = (index: number, reason: string, rests = "") => ({
  ...{ index, name: String(index), reason, rests },
  status: `Row ${index}, left out: ${reason}. Backspace puts it back.`,
});
const FOUND = {
  ...{ size: 2, lead: "2 of 5 rows", rest: "take no part.", more: "", marks: [1, 3] },
  listed: [row(1, "<i>broken</i>", "Two answers touch row 1."), row(3, "no reason given")],
};

async function opened() {
  const view = await shown();
  view.model.put({ left_out: FOUND });
  const entry = one<HTMLButtonElement>(view.root, ".ssc-outleg");
  entry.click();
  view.model.take();
  return { ...view, entry, box: one(view.root, ".ssc-leftout") };
}

const lines = (box: Element): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("li")];

describe("rows left out", () => {
  it("have an entry, crosses on the plot, and a list with reasons", async () => {
    const { root, entry, box } = await opened();
    expect(entry.textContent).toBe("Left out2");
    expect(box.hidden).toBe(false);
    expect(lines(box).map(({ textContent }) => textContent)).toEqual([
      "1<i>broken</i>Put back",
      "3no reason givenPut back",
    ]);
    expect(box.textContent).toContain("Two answers touch row 1.");
    const crosses = root.querySelector("g > path.ssc-crosses, svg > path.ssc-crosses[clip-path]");
    expect(crosses?.getAttribute("d")?.split("M")).toHaveLength(3);
    const hide = [...box.querySelectorAll("button")].find(
      (b) => b.textContent === "Hide on the map",
    );
    hide?.click();
    expect(hide?.textContent).toBe("Show on the map");
    expect(crosses?.getAttribute("d")).toBe("");
  });

  it("are put back by a key, a button, or all at once", async () => {
    const { model, root, box } = await opened();
    lines(box)[0]?.focus();
    press("ArrowDown");
    expect(status(root)).toBe("Row 3, left out: no reason given. Backspace puts it back.");
    press("Backspace");
    expect(model.take()).toEqual([{ type: "put_back", indices: [3] }]);
    lines(box)[0]?.querySelector("button")?.click();
    expect(model.take()).toEqual([{ type: "put_back", indices: [1] }]);
    [...box.querySelectorAll("button")].find((b) => b.textContent === "Put all back")?.click();
    expect(model.take()).toEqual([{ type: "put_back", indices: [1, 3] }]);
    model.put({ left_out: null });
    expect(box.hidden).toBe(true);
  });

  it("close by Escape, and have no crosses while the past is shown", async () => {
    const { root, box } = await opened();
    lines(box)[0]?.focus();
    press("Escape");
    expect(box.hidden).toBe(true);
    expect(root.querySelector(".ssc-outleg")?.getAttribute("aria-pressed")).toBe("false");
  });
});
