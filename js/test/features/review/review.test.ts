import { describe, expect, it } from "vitest";
import type { State } from "../../../src/contract";
import { link, one, press, shown } from "../../fixtures";

const DOUBTFUL: State["doubtful"] = [
  {
    answer: 2,
    title: "Do 1 and 2 belong together?",
    said: "You said: together. 1 pulls.",
    kind: "must",
  },
  { answer: 1, title: "Do 0 and 3 belong together?", said: "You said: apart. So.", kind: "cannot" },
];
const LINKS = [link(1, 0, 3), link(2, 1, 2)];

const card = (root: Element): HTMLElement => one(root, ".ssc-review");

async function opened() {
  const { model, root } = await shown({ doubtful: DOUBTFUL, links: LINKS });
  one(root, ".ssc-open-review").click();
  return { model, root };
}

describe("a second look", () => {
  it("is offered where answers are worth it, and shows one with its reason", async () => {
    const { model, root } = await shown({ links: LINKS });
    expect(one(root, ".ssc-open-review").hidden).toBe(true);
    model.put({ doubtful: DOUBTFUL });
    expect(one(root, ".ssc-open-review").textContent).toBe("Review 2 answers");
    one(root, ".ssc-open-review").click();
    expect(card(root).hidden).toBe(false);
    expect(one(card(root), ".ssc-itemwhy").textContent).toBe("You said: together. 1 pulls.");
    expect(one(root, ".ssc-question").hidden).toBe(true);
    expect(root.querySelector("[data-chosen]")).not.toBe(null);
  });

  it.each([
    ["m", "confirm"],
    ["k", "confirm"],
    ["c", "change_answer"],
  ])("takes %s as %s, once", async (key, type) => {
    const { model, root } = await opened();
    press(key);
    press(key);
    expect(model.take()).toEqual([{ type, answer: 2 }]);
    model.put({ doubtful: DOUBTFUL.slice(1) });
    expect(one(card(root), ".ssc-cardtitle").textContent).toBe("Do 0 and 3 belong together?");
    press("m");
    expect(model.take()).toEqual([{ type: "change_answer", answer: 1 }]);
  });

  it("skips one, and is over after the last", async () => {
    const { model, root } = await opened();
    press("s");
    expect(one(card(root), ".ssc-sum").textContent).toBe("1 left");
    press("s");
    expect(card(root).hidden).toBe(true);
    expect(one(root, ".ssc-question").hidden).toBe(false);
    expect(model.take()).toEqual([]);
  });

  it("is left by one Escape, and its pair no longer shown", async () => {
    const { root } = await opened();
    press("Escape");
    expect(card(root).hidden).toBe(true);
    expect(root.querySelector("[data-chosen]")).toBe(null);
  });
});
