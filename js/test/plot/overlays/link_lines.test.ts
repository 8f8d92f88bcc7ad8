import { describe, expect, it } from "vitest";
import { s } from "../../../src/core/dom";
import { emphasised, Links } from "../../../src/plot/overlays/link_lines";
import { link, one, shown } from "../../fixtures";

describe("the links on the plot", () => {
  it("draws all halos as one, under the lines, and the violated on top", async () => {
    const { root } = await shown({ links: [link(1, 0, 1, { violated: true }), link(2, 1, 3)] });
    const layer = one(root, ".ssc-links");
    expect(layer.firstElementChild?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
    const answers = [...layer.querySelectorAll(".ssc-link")].map((line) =>
      line.getAttribute("data-answer"),
    );
    expect(answers).toEqual(["2", "1"]);
  });

  it("draws one line for each link, and marks its ends", async () => {
    const { root } = await shown({
      links: [link(1, 0, 1), link(2, 1, 3, { kind: "cannot", violated: true })],
    });
    const kinds = [...root.querySelectorAll(".ssc-link")].map((line) =>
      line.getAttribute("data-kind"),
    );
    expect(kinds).toEqual(["must", "cannot"]);
    expect(root.querySelectorAll(".ssc-link .ssc-mark")).toHaveLength(1);
    expect(root.querySelectorAll("[data-linked]")).toHaveLength(3);
  });

  it("draws pale links together while the plot moves, and each on its own at rest", () => {
    const kinds = ["must", "cannot"] as const;
    const made = Array.from({ length: 62 }, (_, k) => link(k, k % 3, 3, { kind: kinds[k % 2] }));
    const layer = s("g");
    const links = new Links(layer);
    const points = Float64Array.from([10, 10, 200, 300, 40, 50, 300, 20]);
    const draw = (moves: boolean): void =>
      links.draw(made, points, [], new Set([60, 61]), null, moves);
    const alone = (): number => layer.querySelectorAll(".ssc-link[data-answer]").length;
    draw(false);
    expect(alone()).toBe(62);
    const pale = one(layer, "[data-pale]").parentElement as Element;
    expect(pale.childElementCount).toBe(60);
    points[0] = 100;
    draw(true);
    expect(pale.getAttribute("display")).toBe("none");
    const together = [...layer.querySelectorAll(".ssc-swift path.ssc-line")];
    const drawn = together.map((path) => path.getAttribute("d")?.match(/M/g)?.length);
    expect(drawn).toEqual([30, 30]);
    expect(one(layer, "[data-answer='0'] line").getAttribute("x1")).not.toMatch(/^1\d\d/);
    draw(false);
    expect(pale.getAttribute("display")).toBeNull();
    expect(layer.querySelectorAll("path.ssc-line")).toHaveLength(0);
    expect(one(layer, "[data-answer='0'] line").getAttribute("x1")).toMatch(/^1\d\d/);
  });
});

describe("the links drawn in full", () => {
  const links = Array.from({ length: 30 }, (_, k) => link(k + 1, k, k + 100));

  it("are the last ten", () => {
    expect([...emphasised(links, new Set())].sort((a, b) => a - b)).toEqual([
      21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    ]);
  });

  it("and the violated ones, and those of the picked points and of the question", () => {
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
