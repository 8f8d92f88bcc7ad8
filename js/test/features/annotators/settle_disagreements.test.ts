import { describe, expect, it } from "vitest";
import type { State } from "../../../src/contract";
import { link, one, press, shown } from "../../fixtures";

const DISAGREEMENTS: State["disagreements"] = [
  { i: 0, j: 3, title: "Do 0 and 3 belong together?", said: "Ann said: together.", answer: 1 },
  { i: 1, j: 2, title: "Do 1 and 2 belong together?", said: "Bob said: apart.", answer: 2 },
];
const LINKS = [link(1, 0, 3), link(2, 1, 2)];

describe("what people disagree about", () => {
  it("is settled one by one, by the key of what stands", async () => {
    const { model, root } = await shown({ disagreements: DISAGREEMENTS, links: LINKS });
    expect(one(root, ".ssc-open-settle").textContent).toBe("Resolve 2 disagreements");
    one(root, ".ssc-open-settle").click();
    expect(one(root, ".ssc-settle .ssc-itemwhy").textContent).toBe("Ann said: together.");
    press("c");
    press("m");
    expect(model.take()).toEqual([{ type: "settle", i: 0, j: 3, kind: "cannot" }]);
    model.put({ disagreements: DISAGREEMENTS.slice(1) });
    press("s");
    expect(one(root, ".ssc-settle").hidden).toBe(true);
    expect(model.take()).toEqual([]);
    expect(one(root, ".ssc-open-settle").textContent).toBe("Resolve 1 disagreement");
  });

  it("is offered nowhere where all agree", async () => {
    const { root } = await shown({ links: LINKS });
    expect(one(root, ".ssc-open-settle").hidden).toBe(true);
  });
});
