import { describe, expect, it, vi } from "vitest";
import type { State } from "../../../src/contract";
import { rowsOf } from "../../../src/features/constraints/grouped_rows";
import { link, one, STATE, shown } from "../../fixtures";

describe("the table of constraints", () => {
  it("has the violated first, then the suspected, then the newest", () => {
    const links = [
      link(1, 0, 1),
      link(2, 0, 2, { violated: true }),
      link(3, 1, 2),
      link(4, 0, 3, { violated: true }),
      link(5, 1, 3, { suspected: true }),
      link(6, 2, 3),
    ];
    const order = rowsOf(links, new Set()).map((row) => row.links[0]?.answer);
    expect(order).toEqual([4, 2, 5, 6, 3, 1]);
    expect(links.map(({ answer }) => answer)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("draws the first 200 of thousands and says so", async () => {
    const links = Array.from({ length: 3000 }, (_, k) => link(k + 1, 0, 1));
    const { root } = await shown({ links });
    expect(root.querySelectorAll("tbody tr")).toHaveLength(200);
    expect(one(root, ".ssc-scroll p").textContent).toContain("2800 more");
  });

  it("follows after the plot where it has many rows", async () => {
    const links = Array.from({ length: 100 }, (_, k) => link(k + 1, 0, 1));
    const { model, root } = await shown({ links });
    const first = (): string | null | undefined =>
      one(root, "tbody tr").getAttribute("data-answer");
    model.put({ links: [...links, link(101, 0, 3)] });
    expect(root.querySelectorAll(".ssc-link")).toHaveLength(101);
    expect(first()).toBe("100");
    await vi.waitFor(() => expect(first()).toBe("101"));
    expect(root.querySelectorAll("tbody tr")).toHaveLength(101);
  });

  it("shows a row's pair on the plot, and removes its answer", async () => {
    const { model, root } = await shown({ links: [link(5, 0, 3)] });
    one(root, "tbody tr").click();
    expect(one(root, ".ssc-link").hasAttribute("data-chosen")).toBe(true);
    expect(root.querySelectorAll(".ssc-tag")).toHaveLength(2);
    one(root, "[aria-label='Remove answer 5']").click();
    expect(model.take()).toEqual([{ type: "remove", answer: 5 }]);
  });

  it("has a switch for soft answers, which says what they cost", async () => {
    const settings = { ...STATE.settings, softly_help: "It costs .13." };
    const { model, root } = await shown({ settings });
    const button = one<HTMLButtonElement>(root, ".ssc-softly");
    const about = one(root, `#${button.getAttribute("aria-describedby")}`);
    expect(button.getAttribute("aria-pressed")).toBe("false");
    expect(button.getAttribute("aria-label")).toBe("Allow exceptions");
    expect([about.textContent, about.hidden]).toEqual(["It costs .13.", true]);
    button.click();
    model.put({ settings: { ...settings, softly: true } });
    expect([button.getAttribute("aria-pressed"), about.hidden]).toEqual(["true", false]);
    button.click();
    expect(model.take()).toEqual([
      { type: "softly", value: true },
      { type: "softly", value: false },
    ]);
  });

  it("says when the clusterer ignores it", async () => {
    const clusterers: State["settings"]["clusterers"] = [
      ...STATE.settings.clusterers,
      ["adaptivepckmeans", "Adaptive PCK-means", "", ""],
    ];
    const settings = { ...STATE.settings, clusterers, clusterer: "k", uses_constraints: false };
    const { model, root } = await shown({ links: [link(1, 0, 1)], settings });
    expect(one(root, ".ssc-scroll p").textContent).toBe("K-means ignores constraints.");
    const use = one<HTMLButtonElement>(root, ".ssc-scroll p + button");
    expect(use.textContent).toBe("Use Adaptive PCK-means");
    use.click();
    const wanted = { type: "set", what: "clusterer", value: "adaptivepckmeans" };
    expect(model.take()).toEqual([wanted]);
    model.put({ settings: { ...settings, uses_constraints: true } });
    expect(use.hidden).toBe(true);
  });

  it("marks whose an answer is", async () => {
    const { root } = await shown({ links: [{ ...link(1, 0, 1), who: "Ann Bell" }] });
    const cell = one(root, "tbody td");
    expect([cell.textContent, cell.title]).toEqual(["1 A B", "Ann Bell"]);
  });
});
