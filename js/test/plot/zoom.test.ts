import { describe, expect, it } from "vitest";
import { link, one, press, QUESTION, settle, shown, status } from "../fixtures";

const button = (root: Element, name: string): HTMLButtonElement =>
  one<HTMLButtonElement>(root, `.ssc-zoom [aria-label="${name}"]`);

const rest = async (): Promise<void> => {
  for (let k = 0; k < 15; k++) await settle();
};

const place = (root: Element, i: number): string =>
  (one(root, `[data-index="${i}"]`).parentElement as HTMLElement).style.transform;

describe("the buttons of the zoom", () => {
  it("go closer, back and home, and say what is in view", async () => {
    const { model, root } = await shown();
    const before = place(root, 1);
    expect(button(root, "Zoom out").getAttribute("aria-disabled")).toBe("true");
    button(root, "Zoom in").click();
    await rest();
    expect(place(root, 3)).not.toBe(before);
    expect(status(root)).toMatch(/^Zoomed in: \d of 4 points in view. Press 0 to show all.$/);
    one(root, "[role=region]").focus();
    press("0");
    await rest();
    expect(place(root, 1)).toBe(before);
    expect(status(root)).toBe(
      model.get("state") && "No point changed cluster · no constraints yet",
    );
    expect(model.sent).toEqual([]);
  });

  it("stay where they look when the kernel has news", async () => {
    const { model, root } = await shown();
    button(root, "Zoom in").click();
    await rest();
    const before = place(root, 3);
    model.put({ links: [link(1, 0, 3)] }, [1, 1, 0, 0]);
    await rest();
    expect(place(root, 3)).toBe(before);
    model.put({ links: [] }, [0, 0, 1, 1]);
    await rest();
    expect(place(root, 3)).toBe(before);
  });

  it("fit the selection where there is one", async () => {
    const { model, root } = await shown();
    expect(button(root, "Zoom to selection").hidden).toBe(true);
    const lasso = {
      indices: [0, 1],
      count: 2,
      preview_must: [],
      must_links: 1,
      cannot_links: null,
    };
    model.put({ lasso: { ...lasso, group: null } });
    expect(button(root, "Zoom to selection").hidden).toBe(false);
    button(root, "Zoom to selection").click();
    await rest();
    const shownOnes = [0, 1, 2, 3].map(
      (i) => (one(root, `[data-index="${i}"]`).parentElement as HTMLElement).style.display,
    );
    expect(shownOnes).toEqual(["", "", "none", "none"]);
  });

  it("draw points apart until they stand elsewhere", async () => {
    const { model, root } = await shown();
    const apart = (): HTMLElement => one(root, ".ssc-spread");
    model.place([...Array(3).fill([200, 100]), [300, 100]] as [number, number][]);
    model.put({});
    await rest();
    apart().click();
    await rest();
    expect(apart().getAttribute("aria-pressed")).toBe("true");
    expect(one(root, ".ssc-note").textContent).toContain("apart");
    model.place([...Array(3).fill([250, 100]), [300, 100]] as [number, number][]);
    await rest();
    expect(apart().getAttribute("aria-pressed")).toBe("false");
    expect(one(root, ".ssc-note").textContent).not.toContain("apart");
    expect(place(root, 0)).toBe(place(root, 1));
  });

  it("leave outliers out only where there are some", async () => {
    const { model, root } = await shown();
    expect(button(root, "Show without outliers").hidden).toBe(true);
    const { axes } = model.get("state") as { axes: object };
    model.put({ axes: { ...axes, outliers: 1 } as never });
    expect(button(root, "Show without outliers").hidden).toBe(false);
    expect(button(root, "Show without outliers").title).toContain("1 outlier squeezes the rest");
  });
});

describe("a question out of view", () => {
  it("is brought in, and it is said", async () => {
    const { model, root } = await shown();
    for (let k = 0; k < 4; k++) button(root, "Zoom in").click();
    await rest();
    model.put({ question: { ...QUESTION, i: 0, j: 1 }, status: "Question 10" });
    await rest();
    expect(status(root)).toContain("Moved the view to question 10");
    expect((one(root, '[data-index="0"]').parentElement as HTMLElement).style.display).toBe("");
    expect((one(root, '[data-index="1"]').parentElement as HTMLElement).style.display).toBe("");
  });
});
