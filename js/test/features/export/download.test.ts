/** A file goes into the downloads under its name, and nowhere else. */

import { expect, it, vi } from "vitest";
import { download } from "../../../src/features/export/download";

it("offers a file under its name and leaves nothing on the page", () => {
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLElement) {
    clicked.push(`${this.getAttribute("download")} ${this.getAttribute("href")}`);
  });
  URL.createObjectURL = () => "blob:1";
  URL.revokeObjectURL = vi.fn();
  vi.useFakeTimers();
  download("a.csv", new Blob(["x"]));
  expect(clicked).toEqual(["a.csv blob:1"]);
  expect(document.querySelector("a")).toBeNull();
  vi.runAllTimers();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:1");
  vi.useRealTimers();
});
