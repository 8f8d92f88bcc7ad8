import { expect, it, vi } from "vitest";
import { one, screen, shown } from "../fixtures";

it("a figure that is hidden just when its size is told is looked at again", async () => {
  const { root } = await shown();
  const figure = one(root, "[aria-label='Clustering plot']");
  const right = (): string =>
    [...root.querySelectorAll("path")]
      .map((path) => path.getAttribute("d") ?? "")
      .find((d) => /^M[\d.]+ [\d.]+V[\d.]+H/.test(d)) ?? "";
  const wide = right();
  expect(wide).not.toBe("");
  const { width } = screen;
  try {
    // As JupyterLab does while it changes its theme: other sizes, then nothing for a moment.
    screen.width = width - 48;
    figure.checkVisibility = () => false;
    window.dispatchEvent(new Event("resize"));
    await new Promise((done) => setTimeout(done, 60));
    expect(right()).toBe(wide);
    figure.checkVisibility = () => true;
    await vi.waitFor(() => expect(right()).not.toBe(wide));
  } finally {
    screen.width = width;
  }
});
