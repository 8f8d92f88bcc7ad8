import { describe, expect, it, vi } from "vitest";
import { shown, status } from "../../fixtures";

const ARGUMENT = 'preprocess="standardise"';

const copies = (writeText: (text: string) => Promise<void>): void => {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
};

const button = (root: Element): HTMLButtonElement | null =>
  root.querySelector<HTMLButtonElement>(".ssc-notice .ssc-remedies button");

describe("the button for what the notice advises", () => {
  it("stands in the notice, copies, and says what to do with it", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    copies(writeText);
    const { model, root } = await shown();
    expect(button(root)).toBeNull();
    model.put({ error: `Feature 1 carries 99 %: add ${ARGUMENT}.`, advice: ARGUMENT });
    expect(button(root)?.textContent).toBe(`Copy ${ARGUMENT}`);
    button(root)?.click();
    await vi.waitFor(() => expect(status(root)).toContain("Copied"));
    expect(writeText).toHaveBeenCalledWith(ARGUMENT);
    model.put({ error: null, advice: "" });
    expect(button(root)).toBeNull();
  });

  it("sets the number of clusters that the notice advises", async () => {
    const { model, root } = await shown();
    model.put({ error: "K = 5 may be too many: choose K = 3.", advised_clusters: 3 });
    expect(button(root)?.textContent).toBe("Use 3 clusters");
    button(root)?.click();
    expect(model.sent.at(-1)).toMatchObject({ type: "set", what: "n_clusters", value: 3 });
    model.put({ error: null, advised_clusters: 0 });
    expect(button(root)).toBeNull();
    model.put({ error: "Choose one.", advised_clusters: 1 });
    expect(button(root)?.textContent).toBe("Use 1 cluster");
  });

  it("says so where the browser forbids it", async () => {
    copies(() => Promise.reject(new Error("not allowed")));
    const { model, root } = await shown();
    model.put({ error: `Add ${ARGUMENT}.`, advice: ARGUMENT });
    button(root)?.click();
    await vi.waitFor(() => expect(status(root)).toContain("not allowed"));
  });
});
