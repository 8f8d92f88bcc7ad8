/** The popover asks the kernel for files, and takes those that were made for this view. */

import { expect, it, vi } from "vitest";
import type { Export } from "../../../src/contract";
import * as files from "../../../src/features/export/download";
import * as drawn from "../../../src/features/export/figure_svg";
import { again, link, one, settle, shown, status } from "../../fixtures";

const bytes = (text: string): DataView => new DataView(new TextEncoder().encode(text).buffer);
const field = (root: Element): HTMLTextAreaElement => one(root, "textarea");

it("asks for what a button names, and counts what there is", async () => {
  const { root, model } = await shown({ links: [link(1, 0, 1, { violated: true })] });
  one(root, "[aria-label=Export]").click();
  expect(model.take()).toMatchObject([{ type: "export", file: "code", form: "py" }]);
  expect(one(root, ".ssc-export").textContent).toContain("1 link, with their answers");
  expect(one(root, ".ssc-export").textContent).toContain("4 points, 2 clusters");
  expect(status(root)).toContain("1 constraint, 1 violated · saved to your downloads");
  one(root, '[aria-label="Labels, CSV"]').click();
  one(root, '[aria-label="Session, JSONL"]').click();
  expect(model.take()).toMatchObject([
    { type: "export", file: "labels", form: "csv" },
    { type: "export", file: "session", form: "jsonl" },
  ]);
  expect(one(root, ".ssc-export").hidden).toBe(false);
});

it("downloads what was made for this view alone", async () => {
  const saved = vi.spyOn(files, "download").mockImplementation(() => undefined);
  const { root, model } = await shown();
  await again(model);
  one(root, "[aria-label=Export]").click();
  const [{ to }] = model.take() as [Export];
  const told = { type: "file", file: "labels", name: "a.csv", mime: "text/csv" };
  const hear = (content: object): void => {
    for (const callback of model.handlers.get("msg:custom") ?? [])
      (callback as (content: object, buffers: DataView[]) => void)(content, [bytes("x,y")]);
  };
  hear({ ...told, to: "another" });
  expect(saved).not.toHaveBeenCalled();
  hear({ ...told, to });
  expect(saved.mock.calls.map(([name]) => name)).toEqual(["a.csv"]);
  hear({ ...told, file: "code", to });
  expect(field(root).value).toBe("x,y");
  expect(saved).toHaveBeenCalledTimes(1);
  saved.mockRestore();
});

it("says when a picture cannot be made", async () => {
  const saved = vi.spyOn(files, "download").mockImplementation(() => undefined);
  const failing = vi.spyOn(files, "png").mockRejectedValue(new DOMException("The source image"));
  vi.spyOn(drawn, "figure").mockReturnValue({ svg: "<svg/>", width: 5, height: 5 });
  const { root } = await shown();
  one(root, "[aria-label=Export]").click();
  one(root, '[aria-label="Figure, PNG"]').click();
  await settle();
  expect(failing).toHaveBeenCalledWith("<svg/>", 5, 5);
  expect(status(root)).toContain("The browser could not make the PNG file; take SVG instead.");
  expect(saved).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it("asks for the code anew when the clustering has changed while it is open", async () => {
  const { root, model } = await shown();
  one(root, "[aria-label=Export]").click();
  model.take();
  model.put({ status: "So." });
  expect(model.take()).toEqual([]);
  model.put({ links: [link(1, 0, 1)], fit: { text: "Fitting", fraction: 0 } });
  expect(model.take()).toEqual([]);
  model.put({ fit: null });
  expect(model.take()).toMatchObject([{ type: "export", file: "code" }]);
});

it("copies the code, and selects it where that is forbidden", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  const { root } = await shown();
  one(root, "[aria-label=Export]").click();
  field(root).value = "labels = 1";
  const copy = one(root, '[aria-label="Copy Python code"]');
  copy.click();
  await settle();
  expect(writeText).toHaveBeenCalledWith("labels = 1");
  expect(copy.textContent).toBe("Copied");
  writeText.mockImplementation(() => Promise.reject(new Error("forbidden")));
  copy.click();
  await settle();
  expect(document.activeElement).toBe(field(root));
  expect(field(root).selectionEnd).toBe("labels = 1".length);
  expect(status(root)).toContain("press Ctrl+C");
});
