import { expect, it } from "vitest";
import { landmarks } from "../../../src/core/layout/root_attributes";

function widget(): HTMLElement {
  const root = document.createElement("div");
  root.className = "ssc-root";
  root.innerHTML = '<section aria-label="Progress"></section><div role="region" aria-label="Plot">';
  document.body.append(root);
  return root;
}

const labels = (root: HTMLElement): (string | null)[] =>
  [...root.children].map((each) => each.getAttribute("aria-label"));

it("numbers the regions of several widgets, and takes the number away again", async () => {
  const [one, two] = [widget(), widget()];
  const { signal } = new AbortController();
  const painted = [one, two].map((root) => landmarks({ root, signal }));
  for (const turn of [1, 2]) {
    for (const each of painted) each.sync();
    await Promise.resolve();
    expect(labels(one), `turn ${turn}`).toEqual(["Progress, widget 1", "Plot, widget 1"]);
    expect(labels(two)).toEqual(["Progress, widget 2", "Plot, widget 2"]);
  }
  one.remove();
  painted[1]?.sync();
  await Promise.resolve();
  expect(labels(two)).toEqual(["Progress", "Plot"]);
  two.remove();
});
