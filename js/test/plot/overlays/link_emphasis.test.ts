import { describe, expect, it } from "vitest";
import { emphasised } from "../../../src/plot/overlays/link_emphasis";
import { link, one, shown } from "../../fixtures";

describe("the links drawn in full", () => {
  const links = Array.from({ length: 30 }, (_, k) => link(k + 1, k, k + 100));

  it("are the last ten", () => {
    expect([...emphasised(links, new Set())].sort((a, b) => a - b)).toEqual([
      21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    ]);
  });

  it("and the violated ones, and those of the points in hand", () => {
    const some = [link(99, 7, 8, { violated: true }), ...links];
    const full = emphasised([link(1, 0, 1, { violated: true }), ...links.slice(1)], new Set([104]));
    expect(full.has(1) && full.has(5)).toBe(true);
    expect(full.has(6)).toBe(false);
    expect(emphasised(some, new Set()).has(99)).toBe(true);
  });

  it("are all of them where they are few", () => {
    expect(emphasised(links.slice(0, 10), new Set()).size).toBe(10);
    expect(emphasised([], new Set()).size).toBe(0);
  });
});

describe("the choice of links", () => {
  const many = Array.from({ length: 14 }, (_, k) => link(k + 1, k % 3, 3));
  const pale = (root: Element): number => root.querySelectorAll(".ssc-link[data-pale]").length;

  it("is offered once there are many, and is each view's own", async () => {
    const { model, root } = await shown({ links: many.slice(0, 10) });
    const choice = one(root, ".ssc-linksshown");
    expect([choice.hidden, pale(root)]).toEqual([true, 0]);
    model.put({ links: many });
    expect([choice.hidden, pale(root)]).toEqual([false, 4]);
    one<HTMLInputElement>(root, "input[value=all]").click();
    expect(pale(root)).toBe(0);
    one<HTMLInputElement>(root, "input[value=none]").click();
    expect(root.querySelectorAll(".ssc-link")).toHaveLength(0);
    expect(model.sent).toEqual([]);
  });
});
