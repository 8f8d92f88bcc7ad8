import { describe, expect, it } from "vitest";
import { again, clickAt, one, press, QUESTION, shown, status } from "../../fixtures";
import { PLACEMENT, TYPES } from "../../question_types";

const card = (root: Element, place: number): HTMLElement =>
  one(root, `.ssc-cards button:nth-child(${place})`);
const laid = (root: Element): (string | null)[] =>
  [...root.querySelectorAll(".ssc-pending")].map((line) => line.getAttribute("data-kind"));

describe("a placement", () => {
  it("shows the point, its representatives, and why", async () => {
    const { root } = await shown({ placement: PLACEMENT });
    const section = one(root, "section[aria-label='Question 7']");
    expect(section.textContent).toContain("Where does point 1 belong?");
    expect(section.textContent).toContain("Why this point: Point 1 could be in cluster 1 or 2.");
    expect(card(root, 2).textContent).toBe("2Cluster 2like 3");
    expect(card(root, 2).title).toBe("Must-link 1 – 3; cannot-link 1 – 0.");
    expect(one(root, "[role=img]").getAttribute("aria-label")).toContain("point 1 4.5");
  });

  it.each([
    ["1", 0],
    ["2", 3],
    ["0", null],
    ["s", "unknown"],
    ["S", "unknown"],
  ])("is answered by %s, wherever the focus is in the widget", async (key, choice) => {
    const { model, root } = await shown({ placement: PLACEMENT });
    one(root, "[role=region]").focus();
    press(key);
    expect(model.take()).toEqual([{ type: "place", number: 7, point: 1, choice }]);
  });

  it("takes one answer until the kernel has spoken, and none from a key that says nothing", async () => {
    const { model, root } = await shown({ placement: PLACEMENT });
    one(root, ".ssc-place .ssc-ans").focus();
    press("3");
    press("m");
    press("1", { repeat: true });
    press("1", { ctrlKey: true });
    expect(model.take()).toEqual([]);
    press("1");
    press("2");
    card(root, 2).click();
    expect(model.take()).toHaveLength(1);
    expect(card(root, 1).getAttribute("aria-disabled")).toBe("true");
    model.put({ error: "No." });
    expect(card(root, 1).hasAttribute("aria-disabled")).toBe(false);
    press("2");
    expect(model.take()).toMatchObject([{ choice: 3 }]);
  });

  it("leaves keys to a box that is open over the page", async () => {
    const { model, root } = await shown({ placement: PLACEMENT });
    one(root, ".ssc-status .ssc-r button").click();
    expect(document.activeElement?.closest("[role=dialog]")).not.toBe(null);
    press("1");
    press("s");
    expect(model.take()).toEqual([]);
  });

  it("keeps a digit that no card has from meaning something else", async () => {
    const { model, root } = await shown({ placement: PLACEMENT });
    one(root, "[role=region]").focus();
    expect(press("9").defaultPrevented).toBe(true);
    model.put({ placement: null });
    expect(press("9").defaultPrevented).toBe(false);
    expect(model.take()).toEqual([]);
  });

  it("leaves digits to a field that is typed in", async () => {
    const { model, root } = await shown({ placement: PLACEMENT });
    const field = one<HTMLInputElement>(root, "[aria-label='Number of clusters']");
    field.focus();
    expect(press("2").defaultPrevented).toBe(false);
    expect(model.take()).toEqual([]);
  });

  it("draws the links that the answer pointed at would add", async () => {
    const { root } = await shown({ placement: PLACEMENT });
    expect(laid(root)).toEqual([]);
    card(root, 2).focus();
    await Promise.resolve();
    expect(laid(root)).toEqual(["must", "cannot"]);
    one(root, "[role=region]").focus();
    await Promise.resolve();
    expect(laid(root)).toEqual([]);
    expect(root.querySelectorAll(".ssc-number")).toHaveLength(2);
    expect(root.querySelectorAll(".ssc-q")).toHaveLength(1);
  });

  it("takes the focus as a pair does, and gives way to the next question", async () => {
    const { model, root } = await shown({ question_types: TYPES });
    one(root, "[role=region]").focus();
    press("n");
    model.put({ placement: PLACEMENT });
    expect(document.activeElement).toBe(one(root, ".ssc-place .ssc-ans"));
    press("1");
    model.take();
    model.put({ placement: null });
    expect(one(root, ".ssc-place").hidden).toBe(true);
    model.put({ placement: { ...PLACEMENT, number: 8 } });
    expect(document.activeElement).toBe(one(root, ".ssc-place .ssc-ans"));
    press("2");
    expect(model.take()).toMatchObject([{ number: 8, choice: 3 }]);
  });

  it("keeps the focus on an answer when a fit ends meanwhile", async () => {
    const { model, root } = await shown({ placement: PLACEMENT });
    card(root, 2).focus();
    model.put({ placement: { ...PLACEMENT, reason: "Another." } });
    expect(document.activeElement).toBe(card(root, 2));
  });

  it("is closed by Escape, and folds the sections below it in every view", async () => {
    const { model, root } = await shown({ placement: PLACEMENT });
    const other = await again(model);
    for (const each of [root, other.root])
      expect(one(each, "section[aria-label=Constraints]").classList.contains("ssc-open")).toBe(
        false,
      );
    one(root, "[role=region]").focus();
    press("Escape");
    expect(model.take()).toEqual([{ type: "dismiss_question" }]);
  });

  it("leaves M and C to points that are picked", async () => {
    const { model, root } = await shown({ placement: PLACEMENT });
    clickAt(root, 0);
    press("c");
    clickAt(root, 2);
    expect(model.take()).toEqual([{ type: "link", i: 0, j: 2, kind: "cannot" }]);
    press("m");
    expect(status(root)).toContain("Select a point first");
  });
});

describe("the form of a question", () => {
  const menu = (root: Element): HTMLElement => one(root, "[aria-label='Type of question']");

  it("is chosen from a menu in the question's own head", async () => {
    const { model, root } = await shown({ question_types: TYPES, question: QUESTION });
    const button = one(root, "[aria-label='Ask for: Pair']");
    button.click();
    expect(document.activeElement?.textContent).toContain("Pair");
    press("ArrowDown");
    press("1");
    (document.activeElement as HTMLElement).click();
    expect(menu(root).hidden).toBe(true);
    expect(document.activeElement).toBe(button);
    expect(model.take()).toEqual([{ type: "question_type", question_type: "place" }]);
    model.put({
      question_types: { ...TYPES, current: "place" },
      question: null,
      placement: PLACEMENT,
    });
    expect(document.activeElement).toBe(one(root, ".ssc-place .ssc-ans"));
  });

  it("says why it cannot be had, and is not sent", async () => {
    const { model, root } = await shown({ question_types: TYPES });
    one(root, "[aria-label='Ask for: Pair']").click();
    const item = one(menu(root), "[aria-disabled]");
    expect(item.textContent).toContain("Random asks only pairs");
    item.click();
    expect(model.take()).toEqual([]);
  });
});
