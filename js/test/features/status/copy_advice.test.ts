import { describe, expect, it, vi } from "vitest";
import { shown, status } from "../../fixtures";

const ARGUMENT = 'preprocess="standardise"';

const copies = (writeText: (text: string) => Promise<void>): void => {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
};

const button = (root: Element): HTMLButtonElement | null =>
  root.querySelector<HTMLButtonElement>(".ssc-notice .ssc-remedies button");

describe("the button that copies the argument which mends the data", () => {
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

  it("says so where the browser forbids it", async () => {
    copies(() => Promise.reject(new Error("not allowed")));
    const { model, root } = await shown();
    model.put({ error: `Add ${ARGUMENT}.`, advice: ARGUMENT });
    button(root)?.click();
    await vi.waitFor(() => expect(status(root)).toContain("not allowed"));
  });
});
