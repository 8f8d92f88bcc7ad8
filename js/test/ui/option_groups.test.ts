import { describe, expect, it } from "vitest";
import { helpOf, optionGroups } from "../../src/ui/option_groups";
import { one, STATE, shown } from "../fixtures";

const MENU: [string, string, string, string][] = [
  ["kmeans", "k-means", "Without constraints", "Ignores all answers."],
  ["pckmeans", "PCK-means", "Soft constraints", "Penalties for violated pairs."],
  ["mpckmeans", "MPCK-means", "Soft constraints", "Learns a metric as well."],
];

describe("the options of a menu", () => {
  it("are under headings, with their help as a title", () => {
    const [first, second, ...others] = optionGroups(MENU) as HTMLOptGroupElement[];
    expect(others).toEqual([]);
    expect([first?.label, second?.label]).toEqual(["Without constraints", "Soft constraints"]);
    const options = [...(second?.children ?? [])] as HTMLOptionElement[];
    expect(options.map(({ value, title }) => [value, title])).toEqual([
      ["pckmeans", "Penalties for violated pairs."],
      ["mpckmeans", "Learns a metric as well."],
    ]);
  });

  it("without a heading stand alone, and have no help", () => {
    const [alone] = optionGroups([["mine", "Mine"]]);
    expect(alone?.tagName).toBe("OPTION");
    expect([helpOf([["mine", "Mine"]], "mine"), helpOf(MENU, "unknown")]).toEqual(["", ""]);
  });

  it("are in the toolbar, and the help of the chosen one under its name among the parameters", async () => {
    const settings = { ...STATE.settings, clusterer: "pckmeans", clusterers: MENU };
    const { root } = await shown({ settings });
    const labels = [...root.querySelectorAll<HTMLOptGroupElement>(".ssc-bar optgroup")];
    expect(labels.map(({ label }) => label)).toContain("Soft constraints");
    one(root, ".ssc-bar [aria-haspopup=dialog]").click();
    expect(one(root, ".ssc-params").textContent).toContain("Penalties for violated pairs.");
  });
});
