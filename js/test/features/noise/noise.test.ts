import { describe, expect, it } from "vitest";
import { Camera } from "../../../src/core/camera";
import { Dots, FOUND, SAID } from "../../../src/core/dots";
import { hollow } from "../../../src/plot/hollow_mark";
import { one, press, shown, status } from "../../fixtures";

const TOLD = {
  ...{ size: 46, lead: "46 of 646 points", more: "and 4 more" },
  ...{ rest: "belong to no cluster: 40 found by the fit, 6 said by you." },
  said: [
    { index: 3, name: "<i>3</i>" },
    { index: 1, name: "one" },
  ],
};

const button = (root: Element): HTMLButtonElement => one<HTMLButtonElement>(root, ".ssc-noneleg");

async function picked() {
  const view = await shown();
  view.root.querySelector<HTMLElement>("[role=region]")?.focus();
  press("ArrowRight");
  press("Enter");
  view.model.take();
  return view;
}

describe("points in no cluster", () => {
  it("are put out by a key, the picked one or all of the lasso", async () => {
    const { model } = await picked();
    press("o");
    const [message] = model.take() as { type: string; indices: number[] }[];
    expect(message?.type).toBe("no_cluster");
    expect(message?.indices).toHaveLength(1);
    model.put({
      lasso: {
        ...{ indices: [2, 4], count: 2, preview_must: [], must_links: 1 },
        ...{ cannot_links: null, group: null },
      },
    });
    press("O");
    expect(model.take()).toEqual([{ type: "no_cluster", indices: [2, 4] }]);
  });

  it("need a point", async () => {
    const { model, root } = await shown();
    root.querySelector<HTMLElement>("[role=region]")?.focus();
    model.take();
    press("o");
    expect(model.take()).toEqual([]);
    expect(status(root)).toContain("Select a point first");
  });

  it("have an entry with their number, and a list of those said by a person", async () => {
    const { model, root } = await shown();
    expect(button(root).hidden).toBe(true);
    model.put({ no_cluster: TOLD });
    expect(button(root).hidden).toBe(false);
    expect(button(root).textContent).toBe("No cluster46");
    expect(one(root, ".ssc-out").hidden).toBe(true);
    button(root).click();
    expect(button(root).getAttribute("aria-pressed")).toBe("true");
    const box = one(root, ".ssc-out");
    expect(box.hidden).toBe(false);
    expect(box.querySelector("p")?.textContent).toBe(`${TOLD.lead} ${TOLD.rest}`);
    const lines = [...box.querySelectorAll("li")];
    expect(lines.map(({ textContent }) => textContent)).toEqual(["<i>3</i>", "one"]);
    expect(box.textContent).toContain("and 4 more");
    model.take();
    lines[1]?.querySelector("button")?.click();
    expect(model.take()).toEqual([{ type: "no_cluster", indices: [1] }]);
    expect(lines[1]?.querySelector("button")?.getAttribute("aria-label")).toBe(
      "Put point one back",
    );
  });

  it("close their list with the last of them", async () => {
    const { model, root } = await shown();
    model.put({ no_cluster: TOLD });
    button(root).click();
    model.put({ no_cluster: null });
    expect(one(root, ".ssc-out").hidden).toBe(true);
    expect(button(root).hidden).toBe(true);
  });

  it("are hollow on a canvas, with a dot where a person said so", () => {
    expect(hollow(FOUND).split("M")).toHaveLength(2);
    expect(hollow(SAID).split("M")).toHaveLength(3);
    const dots = new Dots(
      document.createElementNS("http://www.w3.org/2000/svg", "svg"),
      new Camera(),
    );
    dots.paint(Uint16Array.of(0, 2, SAID, FOUND));
    dots.fill = { key: "", codes: [1, 1, 1, 1], looks: () => [] };
    expect([0, 1, 2, 3].map((i) => dots.look(i, 3))).toEqual([3, 5, SAID, FOUND]);
  });
});
