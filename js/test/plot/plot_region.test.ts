import { expect, it, vi } from "vitest";
import { one, PLACES, screen, settle, shown } from "../fixtures";

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

it("points that bqplot has drawn before their number was told are taken all the same", async () => {
  const { model, root } = await shown();
  const dots = one(root, ".svg-figure g");
  dots.append(one(root, ".object_grp").cloneNode(true));
  await settle();
  expect(root.hasAttribute("data-ssc-nodes")).toBe(true);
  model.set("labels", new DataView(new Uint8Array([0, 0, 1, 1, 1]).buffer));
  model.place([...PLACES, [500, 100]]);
  model.put({ n: 5, n_rows: 5 });
  await settle();
  const marks = [...root.querySelectorAll("path.dot")];
  expect(marks.map((mark) => mark.getAttribute("data-index"))).toEqual(["0", "1", "2", "3", "4"]);
  expect(marks[4]?.getAttribute("data-cluster")).toBe("1");
});
