import { describe, expect, it } from "vitest";
import { BARE, CONFLICT, link, note, one, press, shown, status } from "../../fixtures";

const FIRST = {
  ...{ type: "proposal", key: "merge 1 2", kind: "merge", link: "must" },
  ...{ text: "Are these two the same group?", i: 1, j: 2, a: "<b>1</b>", b: "2" },
  ...{ clusters: ["27", "6"], cluster_ids: [0, 1], features: [], extra: [BARE, BARE] },
  sides: [
    [0, 1],
    [2, 3],
  ],
  why: ["A typical row of each. ", "93 % likely the same", ": distance 0.2, threshold 0.3."],
  effects: ["33 points, 147 clusters", "1 cannot-link", "51 left"],
  note: ["If merged:", "1 must-link, 147 clusters"],
  status: "Proposal 13 of 64: merge?",
  ...{ reviewed: 12, total: 64 },
};
const SPLIT = {
  ...{ ...FIRST, key: "split 0 1", kind: "split", link: "cannot", i: 0, j: 1 },
  ...{ text: "Is this one group or two?", cluster_ids: [0, 0], sides: [[0], [1]], reviewed: 13 },
  ...{ note: ["If split:", "1 cannot-link, 149 clusters"], status: "Proposal 14 of 64: split?" },
};
const DONE = {
  ...{ ...FIRST, key: "", text: "All 64 reviewed: 64 merged.", status: "All 64 reviewed." },
  ...{ reviewed: 64, total: 64, sides: [], extra: [] },
};

async function opened(card: object = FIRST) {
  const view = await shown();
  one(view.root, "[role=region]").focus();
  view.model.take();
  press("p");
  const sent = view.model.take();
  view.model.tell(card);
  return { ...view, sent, box: one(view.root, ".ssc-proposals") };
}

const buttons = (box: Element): string[] =>
  [...box.querySelectorAll<HTMLElement>(".ssc-ans button")].map((each) => each.textContent ?? "");

describe("the proposals", () => {
  it("are opened by a key: both rows, how likely, what each answer does", async () => {
    const { root, sent, box } = await opened();
    expect(sent).toEqual([{ type: "proposal", opened: true }]);
    expect(one(box, ".ssc-sum").textContent).toBe("13 of 64");
    expect(one(box, "[role=progressbar]").getAttribute("aria-valuenow")).toBe("12");
    expect(one(box, ".ssc-qtitle").textContent).toBe("Are these two the same group?");
    const heads = [...box.querySelectorAll(".ssc-nm")].map((each) => each.textContent);
    expect(heads).toEqual(["<b>1</b>Cluster 1", "2Cluster 2"]);
    expect(one(box, ".ssc-why b").textContent).toBe("93 % likely the same");
    expect(buttons(box)).toEqual([
      "MergeSpace33 points, 147 clusters",
      "Keep apartX1 cannot-link",
      "Skip→51 left",
    ]);
    expect(document.activeElement).toBe(one(box, ".ssc-ans"));
    expect(note(root)).toContain("If merged:1 must-link, 147 clusters");
    expect(status(root)).toBe("Proposal 13 of 64: merge?");
    expect(root.querySelectorAll(".ssc-ask .ssc-ring")).toHaveLength(2);
    expect(root.hasAttribute("data-ssc-lit")).toBe(true);
  });

  it("are decided by one key each, once, and the next takes the keys at once", async () => {
    const { model, root, box } = await opened();
    press(" ");
    press(" ");
    const decided = (verdict: string, key = FIRST.key) => ({
      ...{ type: "decide_proposal", key, verdict },
    });
    expect(model.take()).toEqual([decided("accept")]);
    model.tell(SPLIT);
    expect(buttons(box).map((text) => text.slice(0, 10))).toEqual([
      "SplitSpace",
      "Keep whole",
      "Skip→51 le",
    ]);
    expect(status(root)).toBe("Proposal 14 of 64: split?");
    press("x");
    expect(model.take()).toEqual([decided("reject", SPLIT.key)]);
    model.tell({ ...FIRST, reviewed: 14 });
    press("ArrowRight");
    expect(model.take()).toEqual([decided("skip")]);
    model.tell(DONE);
    expect(one(box, ".ssc-qtitle").textContent).toBe("All 64 reviewed: 64 merged.");
    expect(one(box, ".ssc-sum").textContent).toBe("64");
    expect(root.querySelector(".ssc-ask .ssc-ring")).toBeNull();
    press(" ");
    expect(model.take()).toEqual([]);
  });

  it("are skipped once by a key pressed twice, until the next one comes", async () => {
    const { model } = await opened();
    const skipped = { type: "decide_proposal", key: FIRST.key, verdict: "skip" };
    press("ArrowRight");
    press("ArrowRight");
    expect(model.take()).toEqual([skipped]);
    model.tell(FIRST);
    press("ArrowRight");
    expect(model.take()).toEqual([skipped]);
  });

  it.each([
    ".ssc-ans button:nth-child(2)",
    ".ssc-ans button:nth-child(3)",
    ".ssc-close",
    ".ssc-head",
  ])("leave Space to a focused button: %s", async (selector) => {
    const { model, box } = await opened();
    const button = one(box, selector);
    button.focus();
    expect(document.activeElement).toBe(button);
    press(" ");
    expect(model.take()).toEqual([]);
    press("x");
    expect(model.take()).toEqual([{ type: "decide_proposal", key: FIRST.key, verdict: "reject" }]);
  });

  it("are accepted by Space on the button that accepts", async () => {
    const { model, box } = await opened();
    one(box, ".ssc-ans button").focus();
    press(" ");
    expect(model.take()).toEqual([{ type: "decide_proposal", key: FIRST.key, verdict: "accept" }]);
  });

  it("leave the arrows to the plot while that has the focus", async () => {
    const { model, root } = await opened();
    one(root, "[role=region]").focus();
    press("ArrowRight");
    expect(model.take().filter(({ type }) => type === "decide_proposal")).toEqual([]);
  });

  it("are asked for again after a fit or an undo, not while a fit runs", async () => {
    const { model } = await opened();
    model.take();
    model.put({ links: [link(1, 0, 3)], fit: { text: "", fraction: 0 } });
    expect(model.take()).toEqual([]);
    model.put({ fit: null });
    expect(model.take()).toEqual([{ type: "proposal", opened: false }]);
  });

  it("wait while an answer contradicts others", async () => {
    const { model, root, box } = await opened();
    model.take();
    model.put({ conflict: CONFLICT });
    one(box, ".ssc-ans").focus();
    press(" ");
    expect(model.take().filter(({ type }) => type === "decide_proposal")).toEqual([]);
    expect(root.querySelector(".ssc-ask .ssc-ring")).toBeNull();
  });

  it("are gone after Escape, and the plot is as before", async () => {
    const { root, box } = await opened();
    press("Escape");
    expect(box.hidden).toBe(true);
    expect(root.querySelector(".ssc-ask .ssc-ring")).toBeNull();
    expect(root.hasAttribute("data-ssc-lit")).toBe(false);
    expect(document.activeElement).toBe(one(root, "[role=region]"));
  });

  it("say in the status line that a clusterer makes none", async () => {
    const none = { ...DONE, text: "K-means proposes no merges.", reviewed: 0, total: 0 };
    const { root, box } = await opened(none);
    expect(box.hidden).toBe(true);
    expect(status(root)).toBe("K-means proposes no merges.");
    press("p");
    expect(status(root)).toBe("K-means proposes no merges.");
  });
});
