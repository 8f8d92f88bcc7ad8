import { describe, expect, it } from "vitest";
import { link, one, shown } from "../../fixtures";

const WHY = "Contradicted by answers 2 and 4.";
const doubtful = link(7, 0, 3, { violated: true, why: WHY, enforceable: true });

const texts = (root: Element, selector: string): (string | null)[] =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent);

describe("a row of the table of constraints", () => {
  it("says under a violated answer why, and enforces it", async () => {
    const { model, root } = await shown({ links: [link(1, 0, 1), doubtful] });
    expect(texts(root, "tbody tr")).toEqual([
      expect.stringContaining("Violated"),
      `${WHY}Always keep`,
      expect.stringContaining("kept"),
    ]);
    one(root, "[aria-label='Always keep answer 7']").click();
    expect(model.take()).toEqual([{ type: "enforce", answer: 7 }]);
    expect(root.querySelectorAll("[data-chosen]")).toHaveLength(0);
    expect(document.activeElement).toBe(one(root, "[role=region]"));
  });

  it("is shown on the plot from its second line too", async () => {
    const { root } = await shown({ links: [doubtful] });
    one(root, ".ssc-because").click();
    expect(root.querySelectorAll("tr[data-chosen]")).toHaveLength(2);
    expect(one(root, ".ssc-link").hasAttribute("data-chosen")).toBe(true);
  });

  it("tells a suspected answer that is kept from the others", async () => {
    const { root } = await shown({ links: [link(1, 0, 1), link(2, 0, 3, { suspected: true })] });
    expect(texts(root, ".ssc-st")).toEqual(["May be wrong", "kept"]);
  });

  it("keeps the focus when the reason comes after the row", async () => {
    const { model, root } = await shown({ links: [{ ...doubtful, why: "", enforceable: false }] });
    const remove = one(root, "[aria-label='Remove answer 7']");
    remove.focus();
    model.put({ links: [doubtful] });
    expect(texts(root, ".ssc-because span")).toEqual([WHY]);
    expect(document.activeElement).toBe(remove);
  });

  it("offers no action where none is possible, or the kernel has gone", async () => {
    const { model, root } = await shown({ links: [{ ...doubtful, enforceable: false }] });
    expect(root.querySelectorAll(".ssc-because button")).toHaveLength(0);
    model.put({ links: [doubtful] });
    const button = one<HTMLButtonElement>(root, ".ssc-because button");
    expect(button.disabled).toBe(false);
    root.classList.add("jupyter-widgets-disconnected");
    await new Promise((done) => setTimeout(done, 30));
    expect(one<HTMLButtonElement>(root, ".ssc-because button").disabled).toBe(true);
  });
});
