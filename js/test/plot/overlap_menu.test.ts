import { describe, expect, it } from "vitest";
import { clickAt, note, one, press, settle, shown } from "../fixtures";

const items = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(".ssc-spots [role=menuitem]"),
];

/** Three points in one spot, and one apart. */
async function heaped() {
  const view = await shown({ n: 4 });
  view.model.place([
    [100, 100],
    [100, 100],
    [101, 100],
    [400, 100],
  ]);
  for (let k = 0; k < 14; k++) await settle();
  return view;
}

describe("points in one spot", () => {
  it("are listed when the spot is clicked again, and chosen by a click", async () => {
    const { root } = await heaped();
    clickAt(root, 0);
    expect(items(root)).toHaveLength(0);
    clickAt(root, 0);
    expect(one(root, ".ssc-spots").getAttribute("aria-label")).toBe("3 points here");
    expect(items(root).map((item) => item.textContent)).toContain("Point 2, Cluster 2");
    items(root)[2]?.click();
    expect(note(root)).toContain("selected");
    expect(items(root)).toHaveLength(0);
  });

  it("are gone through with the arrows; Esc chooses none", async () => {
    const { root } = await heaped();
    clickAt(root, 0);
    const before = note(root);
    clickAt(root, 0);
    expect(document.activeElement).toBe(items(root)[0]);
    press("ArrowDown");
    expect(document.activeElement).toBe(items(root)[1]);
    press("Escape");
    expect(items(root)).toHaveLength(0);
    expect(note(root)).toBe(before);
    expect(document.activeElement).toBe(one(root, "[role=region]"));
  });

  it("can be linked with one another", async () => {
    const { model, root } = await heaped();
    clickAt(root, 0);
    press("m");
    clickAt(root, 0);
    items(root)[1]?.click();
    const [sent] = model.take();
    expect(sent).toMatchObject({ type: "link", kind: "must" });
  });
});
