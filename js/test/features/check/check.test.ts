import { describe, expect, it } from "vitest";
import { BARE, one, press, shown, status } from "../../fixtures";

const face = (i: number, name = String(i)) => ({
  ...{ i, name, content: BARE, values: [["size", `${i}.0`]], profile: [0.5] },
});
const BASE = {
  ...{ type: "check", key: "", title: "", text: "", status: "", done: 0, total: 0 },
  ...{ point: null, cards: [], known: [], figures: null, others: 0 },
};
const INTRO = { ...BASE, stage: "intro", title: "How right is this clustering?", text: "Place." };
const CARDS = {
  ...{ ...BASE, stage: "cards", key: "Sorting 0 1 2 3", title: "Which of these are the same?" },
  ...{ cards: [face(1, "<b>1</b>"), face(2), face(3)], total: 40, status: "Which?" },
};
const ROW = {
  ...{ ...BASE, stage: "row", key: "Placement 0 0 1 2", title: "Where does point 0 belong?" },
  ...{ point: face(0), cards: [face(1), face(2)], done: 3, total: 40, status: "Check 4 of 40" },
};
const BAR = {
  ...{ cluster_id: -1, name: "All points", checks: "40", begin: 0.5, at: 0.75, end: 1 },
  about: "All points: 93 %, 82 to 98 %, 40 checks",
};
const FIGURES = {
  ...{ status: "40 checks: 93 %", share: "93 %", rest: "of points belong where they are." },
  ...{ interval: "82–98 % with 95 % confidence, 40 checks by Ann", notes: ["6 of 400 points."] },
  ...{ bars: [BAR, { ...BAR, cluster_id: 1, name: "Nines" }], axis: ["30 %", "100 %"] },
  ...{
    few: [],
    indices_of: "",
    others: "",
    indices: [["Recall", "0.88 (0.58–0.97)"]],
    checked: [0, 1, 2],
    wrong: [2],
  },
  misplaced: [{ cluster_id: 1, text: "Nines: 1 of 4 belongs elsewhere", rows: [2] }],
  ...{ further: "to about 86–98 %", again: 0, can_tell: true },
};
const RESULT = { ...BASE, stage: "result", done: 40, total: 40, figures: FIGURES };

async function opened(step: object = INTRO) {
  const view = await shown();
  one(view.root, "[role=region]").focus();
  one(view.root, "[aria-label=More]").click();
  const items = [...view.root.querySelectorAll<HTMLElement>("[role=menuitem]")];
  view.model.take();
  items.find((each) => each.textContent?.startsWith("Check the result"))?.click();
  const sent = view.model.take();
  view.model.tell(step);
  return { ...view, sent, box: one(view.root, ".ssc-check") };
}

const texts = (box: Element, what: string): (string | null)[] =>
  [...box.querySelectorAll(what)].map((each) => each.textContent);

describe("the check of the result", () => {
  it("is opened from the More menu, and says what it is before it begins", async () => {
    const { model, sent, box } = await opened();
    expect(sent).toEqual([{ type: "check" }]);
    expect(one(box, ".ssc-qtitle").textContent).toBe("How right is this clustering?");
    expect(document.activeElement?.textContent).toBe("Begin");
    one(box, ".ssc-ans button").click();
    expect(model.take()).toEqual([{ type: "begin_check", more: 20 }]);
  });

  it("asks which cards are the same: digits choose, M joins, Enter says so", async () => {
    const { model, root, box } = await opened(CARDS);
    expect(document.activeElement).toBe(one(box, ".ssc-ans"));
    expect(texts(box, ".ssc-cards b")).toEqual(["<b>1</b>", "2", "3"]);
    expect(texts(box, ".ssc-ans > button")).toContain("All are differentEnter");
    press("m");
    expect(status(root)).toBe("Choose two or more that are the same.");
    press("1");
    press("3");
    press("m");
    expect(texts(box, ".ssc-pilemark")).toEqual(["A", "A"]);
    expect(one(box, ".ssc-cards button").getAttribute("aria-label")).toContain("marked A");
    expect(texts(box, ".ssc-ans > button")).toContain("Done: all others are differentEnter");
    expect(document.activeElement).toBe(one(box, ".ssc-ans"));
    press("Enter");
    expect(model.take()).toEqual([{ type: "sort_cards", key: CARDS.key, piles: [[1, 3]] }]);
  });

  it("takes a card off its pile where it is chosen again, and keeps the focus on a card", async () => {
    const { box } = await opened(CARDS);
    for (const key of "12m") press(key);
    const first = (): HTMLElement => one(box, ".ssc-cards button");
    first().focus();
    first().click();
    expect(texts(box, ".ssc-pilemark")).toEqual([]);
    expect(document.activeElement).toBe(first());
  });

  it("shows another card for one that says little", async () => {
    const { model, root, box } = await opened(CARDS);
    press("x");
    expect(status(root)).toBe("Choose the one that does not show what its cluster is.");
    press("2");
    expect(box.querySelectorAll("[aria-pressed=true]")).toHaveLength(1);
    press("x");
    expect(model.take()).toEqual([{ type: "exchange_card", key: CARDS.key, row: 2 }]);
  });

  it.each([
    ["1", 1],
    ["2", 2],
    ["0", null],
    ["s", "unknown"],
  ])("places a point by %s, once", async (key, choice) => {
    const { model, box } = await opened(ROW);
    expect(one(box, ".ssc-sum").textContent).toBe("3 of 40");
    expect(one(box, ".ssc-shown").textContent).toContain("size 0.0");
    press(key);
    press(key);
    expect(model.take()).toEqual([{ type: "place_checked", key: ROW.key, choice }]);
  });

  it("marks nothing of the point's own cluster, and hides its colour", async () => {
    const { root, box } = await opened(ROW);
    expect(box.querySelector("svg.ssc-g")).toBeNull();
    expect(root.querySelectorAll(".ssc-drawn")).toHaveLength(1);
    expect(texts(root, ".ssc-checks .ssc-number text")).toEqual(["1", "2"]);
    expect(status(root)).toBe("Check 4 of 40");
  });

  it("leaves digits that are on no card alone, and all keys while the focus is elsewhere", async () => {
    const { model, root } = await opened(ROW);
    press("7");
    one(root, "[role=region]").focus();
    press("1");
    expect(model.take()).toEqual([]);
  });

  it("shows nine of many cards at a time", async () => {
    const cards = [...new Array(12).keys()].map((k) => face(k % 4, `row ${k + 1}`));
    const { model, box } = await opened({ ...ROW, cards });
    expect(texts(box, ".ssc-cards b")).toHaveLength(9);
    expect(texts(box, ".ssc-ans > button")[0]).toBe("None of these, show 3 others0");
    press("0");
    expect(texts(box, ".ssc-cards b")).toEqual(["Like row 10", "Like row 11", "Like row 12"]);
    expect(model.take()).toEqual([]);
    press("0");
    expect(model.take()).toEqual([{ type: "place_checked", key: ROW.key, choice: null }]);
  });

  it("ends with the share, its interval, and what lowers it", async () => {
    const { model, root, box } = await opened(RESULT);
    expect(one(box, ".ssc-lead").textContent).toContain("93 %of points belong where they are.");
    expect(box.textContent).toContain("82–98 % with 95 % confidence, 40 checks by Ann");
    expect(one(box, ".ssc-shares [data-all]").getAttribute("aria-label")).toBe(BAR.about);
    expect(one(box, ".ssc-shareline b").style.left).toBe("75%");
    expect(root.querySelectorAll(".ssc-elsewhere")).toHaveLength(1);
    expect(root.querySelectorAll(".ssc-checks .ssc-rep")).toHaveLength(2);
    expect(status(root)).toBe("40 checks: 93 %");
    expect(texts(box, ".ssc-indices dd")).toEqual(["0.88 (0.58–0.97)"]);
    one(box, ".ssc-main").click();
    one(box, ".ssc-telling button").click();
    expect(model.take()).toEqual([{ type: "begin_check", more: 20 }, { type: "tell_checks" }]);
  });

  it("checks ten more of a cluster of which there are too few", async () => {
    const few = [
      { cluster_id: 4, more: "10 more in <b>Fours</b>" },
      { cluster_id: 6, more: "3 more in Sixes" },
    ];
    const figures = { ...FIGURES, few, others: "2 clusters with fewer than 8 checks" };
    const { model, box } = await opened({ ...RESULT, figures });
    const more = [...box.querySelectorAll("button")].filter((each) =>
      each.textContent?.includes("more in"),
    );
    expect(more.map((each) => each.textContent)).toEqual(few.map((each) => each.more));
    more[1]?.click();
    expect(model.take()).toEqual([{ type: "check_more_of", cluster_id: 6 }]);
    model.tell({ ...ROW, done: 40, total: 50, figures });
    expect(one(box, ".ssc-figures").hidden).toBe(true);
    expect(document.activeElement).toBe(one(box, ".ssc-ans"));
    const indices_of = "Of the 40 checks drawn among all points.";
    model.tell({ ...RESULT, key: "later", figures: { ...FIGURES, indices_of } });
    expect(box.textContent).toContain(indices_of);
    expect(box.textContent).not.toContain("more in");
  });

  it("waits with a second look until it is asked for", async () => {
    const again = { ...ROW, done: 40, figures: { ...FIGURES, again: 2 } };
    const { root, box } = await opened(again);
    expect(one(box, ".ssc-figures").hidden).toBe(false);
    const look = [...box.querySelectorAll("button")].find((each) =>
      each.textContent?.startsWith("Look once more at 2 points"),
    );
    look?.click();
    expect(one(box, ".ssc-figures").hidden).toBe(true);
    expect(status(root)).toBe("Check 4 of 40");
    expect(document.activeElement).toBe(one(box, ".ssc-ans"));
  });

  it("goes on to the second look where the last row was placed just now", async () => {
    const { model, box } = await opened(ROW);
    press("1");
    model.tell({ ...ROW, key: "Placement 40 7", done: 40, figures: { ...FIGURES, again: 1 } });
    expect(one(box, ".ssc-figures").hidden).toBe(true);
    expect(one(box, ".ssc-qtitle").hidden).toBe(false);
  });

  it("is asked for again where something has changed, and paused by Escape", async () => {
    const { model, root, box } = await opened(ROW);
    model.put({ check: { done: 2, total: 40, moment: "2" } });
    expect(model.take()).toEqual([{ type: "check" }]);
    press("Escape");
    expect(box.hidden).toBe(true);
    expect(root.querySelector(".ssc-drawn")).toBeNull();
    one(root, "[aria-label=More]").click();
    expect(root.textContent).toContain("Check the result, 2 of 40");
  });

  it("shows where the points are that lower it", async () => {
    const { box, root } = await opened(RESULT);
    expect(root.hasAttribute("data-ssc-lit")).toBe(false);
    one(box, ".ssc-lower button").click();
    expect(root.hasAttribute("data-ssc-lit")).toBe(true);
  });
});
