import { describe, expect, it } from "vitest";
import type { Link } from "../../../src/contract";
import { link, one, shown } from "../../fixtures";

/** A lasso of so many points, all must-linked, after one single answer. */
const lasso = (points: number, more: Partial<Link> = {}): Link[] => [
  link(1, 0, 3),
  ...Array.from({ length: points - 1 }, (_, k) => link(k + 2, k, k + 1, { number: 2, ...more })),
];

const texts = (root: Element, selector: string): (string | null)[] =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent);

describe("an action that made several links", () => {
  it("is one row, with one number", async () => {
    const { root } = await shown({ links: lasso(1241) });
    expect(texts(root, "tbody tr td:first-child")).toEqual(["2", "1"]);
    expect(texts(root, "tbody tr:first-child td")).toEqual([
      "2",
      "1,240 links",
      "Must-link",
      "kept",
    ]);
    expect(one(root, ".ssc-scroll p").textContent).toBe("");
  });

  it("lists its links when it is opened, and closes again", async () => {
    const { root } = await shown({ links: lasso(5) });
    const button = (): HTMLElement => one(root, ".ssc-actionbtn");
    expect(button().getAttribute("aria-expanded")).toBe("false");
    button().click();
    expect(button().getAttribute("aria-expanded")).toBe("true");
    expect(texts(root, ".ssc-under .ssc-pairbtn")).toEqual(["3 – 4", "2 – 3", "1 – 2", "0 – 1"]);
    button().click();
    expect(root.querySelectorAll("tbody tr")).toHaveLength(2);
  });

  it("is taken back at once, and a link of it alone", async () => {
    const { model, root } = await shown({ links: lasso(4) });
    one(root, "[aria-label='Remove answer 2: 3 links']").click();
    one(root, ".ssc-actionbtn").click();
    one(root, ".ssc-under .ssc-remove").click();
    expect(model.take()).toEqual([
      { type: "remove_action", number: 2 },
      { type: "remove", answer: 4 },
    ]);
  });

  it("says how many are violated and lists some of those while it is closed", async () => {
    const links = lasso(9).map((each) => (each.answer > 5 ? { ...each, violated: true } : each));
    const { root } = await shown({ links });
    expect(texts(root, ".ssc-action .ssc-st .ssc-bad")).toEqual(["4 violated"]);
    expect(root.querySelectorAll(".ssc-under")).toHaveLength(3);
  });

  it("says when it made links of both kinds", async () => {
    const links = [link(1, 0, 1, { number: 1 }), link(2, 0, 2, { number: 1, kind: "cannot" })];
    const { root } = await shown({ links });
    expect(texts(root, ".ssc-action td:nth-child(3)")).toEqual(["Must- and cannot-links"]);
  });
});
