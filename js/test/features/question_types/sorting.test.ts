import { describe, expect, it } from "vitest";
import { again, CONFLICT, one, press, shown, status } from "../../fixtures";
import { SORTING, TYPES } from "../../question_types";

const piles = (root: Element): string[][] =>
  [...root.querySelectorAll(".ssc-pile")].map((pile) =>
    [...pile.querySelectorAll(".ssc-card")].map((card) => card.getAttribute("title") ?? ""),
  );
const current = (root: Element): string | null =>
  one(root, ".ssc-card[aria-current]").getAttribute("aria-label");
const tells = (root: Element): string => one(root, ".ssc-settled").textContent ?? "";
const grab = (card: Element, from: [number, number], to: [number, number]): void => {
  const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, bubbles: true });
  card.dispatchEvent(new MouseEvent("pointerdown", at(from)));
  window.dispatchEvent(new MouseEvent("pointermove", at(to)));
};

async function sorting(change = {}) {
  const view = await shown({ question_types: { ...TYPES, current: "sort" }, ...change });
  one(view.root, "[role=region]").focus();
  press("n");
  view.model.put({ sorting: SORTING });
  view.model.take();
  return view;
}

describe("a sorting", () => {
  it("gives the current card the focus, and each number takes the next", async () => {
    const { root } = await sorting();
    expect(current(root)).toBe("Point 1");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Point 1");
    press("1");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Point 2");
    expect(status(root)).toBe("Point 2: press 1 for its pile, 2 for a new one.");
    press("2");
    press("2");
    expect(piles(root)).toEqual([
      ["zero", "one"],
      ["two", "three"],
    ]);
    expect(current(root)).toBe("Point 3");
    expect(status(root)).toBe("All three are sorted: Enter records 5 pairs with 2 links.");
    expect(one(root, ".ssc-hint").textContent).toContain("All three are sorted. Arrows choose");
  });

  it("says which keys put a card on a pile, above cards that show their content too", async () => {
    const { model, root } = await sorting();
    expect(one(root, ".ssc-hint").textContent).toBe(
      "Make one pile of everything that belongs together.",
    );
    expect(one(root, ".ssc-tray").textContent).toContain("Press its pile’s number");
    const points = SORTING.points.map((point) => ({ ...point, text: `what ${point.i} says` }));
    model.put({ sorting: { ...SORTING, points } });
    expect(one(root, ".ssc-hint").textContent).toContain("Press its number, or drag the card.");
    const card = one(root, ".ssc-card:not(.ssc-standing)");
    expect(card.getAttribute("aria-label")).toMatch(/^Point .+: what \d+ says$/);
  });

  it("says what the piles tell, and records just these", async () => {
    const { model, root } = await sorting();
    expect(tells(root)).toBe("No pair answered yet. All cards answer 5 pairs.");
    press("1");
    press("2");
    expect(tells(root)).toBe(
      "This answers 2 pairs (1 must-link, 1 cannot-link), 5 with the last card.",
    );
    expect(one(root, ".ssc-main").textContent).toBe("Record 2 pairsEnter");
    press("Enter");
    press("Enter");
    expect(model.take()).toEqual([{ type: "sort", number: 9, piles: [[0, 1], [2]] }]);
    press("1");
    expect(piles(root)).toHaveLength(2);
  });

  it("says when there are more piles than clusters", async () => {
    const { root } = await sorting();
    press("2");
    expect(tells(root)).not.toContain("K becomes");
    press("3");
    expect(tells(root)).toContain("3 clusters afterwards.");
  });

  it("goes back to any card by the arrows", async () => {
    const { root } = await sorting();
    press("1");
    press("ArrowLeft");
    expect(current(root)).toBe("Point 1");
    press("2");
    expect(piles(root)).toEqual([["zero"], ["one"]]);
    expect(current(root)).toBe("Point 2");
    press("ArrowLeft");
    press("ArrowLeft");
    expect(current(root)).toBe("Point 3");
  });

  it("takes the last card back by Backspace or Ctrl+Z, before anything else is undone", async () => {
    const { model, root } = await sorting();
    press("1");
    press("2");
    press("Backspace");
    expect(piles(root)).toEqual([["zero", "one"]]);
    expect(current(root)).toBe("Point 2");
    press("z", { ctrlKey: true });
    expect(piles(root)).toEqual([["zero"]]);
    expect(model.take()).toEqual([]);
    press("z", { ctrlKey: true });
    expect(model.take()).toEqual([{ type: "undo" }]);
  });

  it("keeps an emptied pile's number for those after it", async () => {
    const { root } = await sorting();
    press("2");
    press("3");
    press("ArrowLeft");
    press("ArrowLeft");
    press("1");
    expect(piles(root)).toEqual([["zero", "one"], [], ["two"]]);
  });

  it("is skipped by S, and not recorded while nothing is sorted", async () => {
    const { model, root } = await sorting();
    press("Enter");
    expect(model.take()).toEqual([]);
    expect(status(root)).toBe("No card is on a pile yet.");
    expect(one(root, ".ssc-main").getAttribute("aria-disabled")).toBe("true");
    press("s");
    expect(model.take()).toEqual([{ type: "skip", number: 9 }]);
  });

  it("is open again after an undo as it was left", async () => {
    const { model, root } = await sorting();
    press("1");
    press("Enter");
    model.put({ sorting: null });
    model.put({ sorting: { ...SORTING, number: 12 } });
    expect(piles(root)).toEqual([["zero", "one"]]);
    model.put({ sorting: { ...SORTING, points: SORTING.points.slice(1) } });
    expect(piles(root)).toEqual([["zero"]]);
  });

  it("keeps its piles while a contradiction is settled, and when the kernel has gone", async () => {
    const { model, root } = await sorting();
    press("1");
    model.put({ conflict: CONFLICT });
    press("2");
    expect(piles(root)).toEqual([["zero", "one"]]);
    model.put({ conflict: null });
    root.classList.add("jupyter-widgets-disconnected");
    await new Promise((done) => setTimeout(done, 30));
    expect(piles(root)).toEqual([["zero", "one"]]);
    expect(one(root, ".ssc-sorting").hasAttribute("inert")).toBe(true);
    press("2");
    expect(piles(root)).toEqual([["zero", "one"]]);
  });

  it("keeps the focus on the current card when a fit ends or Python answers meanwhile", async () => {
    const { model, root } = await sorting();
    press("1");
    const points = SORTING.points.map((face) => ({ ...face, cluster_id: 1 }));
    model.put({ sorting: { ...SORTING, number: 10, points } });
    expect(document.activeElement).toBe(one(root, ".ssc-card[aria-current]"));
    press("Enter");
    expect(model.take()).toEqual([{ type: "sort", number: 10, piles: [[0, 1]] }]);
  });

  it("is sorted in each view by itself", async () => {
    const { model, root } = await sorting();
    const other = await again(model);
    press("1");
    expect(piles(root)).toEqual([["zero", "one"]]);
    expect(piles(other.root)).toEqual([["zero"]]);
  });

  it("draws the links that it would add, the current card and the numbers of the piles", async () => {
    const { model, root } = await sorting();
    press("1");
    press("ArrowRight");
    press("2");
    const laid = [...root.querySelectorAll(".ssc-pending")].map((line) =>
      line.getAttribute("data-kind"),
    );
    expect(laid).toEqual(["must", "cannot"]);
    expect(root.hasAttribute("data-ssc-pending")).toBe(true);
    expect(root.querySelectorAll(".ssc-question-rings .ssc-mine")).toHaveLength(3);
    model.put({ sorting: null });
    expect(root.querySelectorAll(".ssc-question-rings *")).toHaveLength(0);
    expect(root.hasAttribute("data-ssc-pending")).toBe(false);
  });

  it("is sorted by hand: a card is dropped on a pile", async () => {
    const { root } = await sorting();
    document.elementFromPoint = () => one(root, ".ssc-newpile");
    grab(one(root, "[data-row='2']"), [10, 10], [60, 10]);
    expect(one(root, ".ssc-target").textContent).toContain("New pile");
    expect(root.querySelectorAll(".ssc-dragged")).toHaveLength(1);
    window.dispatchEvent(new MouseEvent("pointerup", { clientX: 60, clientY: 10 }));
    expect(root.querySelectorAll(".ssc-dragged")).toHaveLength(0);
    expect(piles(root)).toEqual([["zero"], ["two"]]);
    expect(current(root)).toBe("Point 3");
  });

  it("lets a card lie that is let go elsewhere, or dragged when Escape is pressed", async () => {
    const { model, root } = await sorting();
    document.elementFromPoint = () => document.body;
    grab(one(root, "[data-row='2']"), [10, 10], [60, 10]);
    window.dispatchEvent(new MouseEvent("pointerup", { clientX: 60, clientY: 10 }));
    expect(piles(root)).toEqual([["zero"]]);
    grab(one(root, "[data-row='3']"), [10, 10], [60, 10]);
    press("Escape");
    expect(root.querySelectorAll(".ssc-dragged")).toHaveLength(0);
    expect(model.take()).toEqual([]);
    press("Escape");
    expect(model.take()).toEqual([{ type: "dismiss_question" }]);
  });
});
