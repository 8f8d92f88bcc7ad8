import { describe, expect, it } from "vitest";
import type { Answer, Placement, Sorting } from "../../../src/contract";
import { type FakeModel, note, one, press, shown } from "../../fixtures";
import { faceOf, PLACEMENT, SORTING } from "../../question_types";

const bytes = (numbers: Uint32Array | Uint16Array): DataView =>
  new DataView(numbers.buffer as ArrayBuffer);
const told = { type: "placement_preview", number: 7, point: 1, choice: 3 };
const words = { effect: "1 point moves", note: ["If like 3:", "1 point moves"], status: "So." };

async function pointed() {
  const found = await shown({ placement: PLACEMENT });
  found.model.take();
  const card = one(found.root, ".ssc-place [aria-keyshortcuts='2']");
  const question = one(found.root, ".ssc-question");
  const plain = question.querySelector.bind(question);
  question.querySelector = ((selector: string) =>
    selector.includes(":hover") ? card : plain(selector)) as typeof question.querySelector;
  card.dispatchEvent(new Event("pointerover", { bubbles: true }));
  return found;
}

describe("a card that is pointed at", () => {
  it("is asked about after a rest, and its points are marked until it is left", async () => {
    const { model, root } = await pointed();
    await new Promise((done) => setTimeout(done, 20));
    expect(model.take()).toEqual([]);
    await new Promise((done) => setTimeout(done, 120));
    expect(model.take()).toEqual([{ ...told, type: "preview_placement" }]);
    const moved = [bytes(new Uint32Array([2])), bytes(new Uint16Array([1]))];
    model.tell({ ...told, ...words, moves: [[0, 1]] }, moved);
    expect(root.querySelectorAll(".ssc-target-outline")).toHaveLength(1);
    expect(note(root)).toContain("If like 3:");
    one(root, ".ssc-place .ssc-ans").focus();
    press("Escape");
    expect(root.querySelectorAll(".ssc-target-outline")).toHaveLength(0);
    expect(model.take()).toEqual([]);
  });
});

const PLACED: Placement = { ...PLACEMENT, number: 8, point: faceOf(2), title: "And point 2?" };
const SORTED: Sorting = { ...SORTING, number: 10, points: [faceOf(2), faceOf(3)] };
const NOTHING = { question: null, placement: null, sorting: null };

function follow(model: FakeModel, answer: Answer, rows: number[], number: number): void {
  const [placement, sorting] = number === 7 ? [PLACED, null] : [null, SORTED];
  model.tell({ type: "next_cards", number, rows, answer, placement, sorting });
}

const title = (root: Element): string =>
  one(root, ".ssc-question :is(.ssc-place, .ssc-sort):not([hidden]) .ssc-qtitle").textContent ?? "";

async function placing() {
  const found = await shown({ placement: PLACEMENT });
  found.model.take();
  for (const answer of [3, null, "unknown"]) follow(found.model, answer, [1, 0, 3], 7);
  one(found.root, ".ssc-place .ssc-ans").focus();
  return found;
}

describe("the question after one about several points", () => {
  it.each([
    ["2", 3],
    ["0", null],
    ["s", "unknown"],
  ])("is there in the step in which %s is pressed", async (key, choice) => {
    const { model, root } = await placing();
    press(key);
    expect(model.take()).toEqual([{ type: "place", number: 7, point: 1, choice }]);
    expect(title(root)).toBe("And point 2?");
    model.put({ ...NOTHING, asking: true });
    expect(title(root)).toBe("And point 2?");
    model.put({ ...NOTHING, placement: PLACED, asking: false });
    expect(title(root)).toBe("And point 2?");
  });

  it("waits for the kernel where that answer was not previewed, or another question was", async () => {
    const { model, root } = await placing();
    follow(model, 0, [2, 0, 3], 7);
    press("1");
    expect(title(root)).toBe(PLACEMENT.title);
  });

  it("takes an answer that is sent once the kernel has asked it", async () => {
    const { model } = await placing();
    press("2");
    press("1");
    press("s");
    expect(model.take()).toHaveLength(1);
    model.put({ ...NOTHING, placement: PLACED });
    expect(model.take()).toEqual([{ type: "place", number: 8, point: 2, choice: 0 }]);
  });

  it("is asked for once piles rest, and is there when they are recorded", async () => {
    const { model, root } = await shown({ sorting: SORTING });
    const asks = () => model.sent.filter(({ type }) => type === "preview_sorting");
    model.take();
    one(root, ".ssc-card[aria-current]").focus();
    press("1");
    press("2");
    expect(asks()).toEqual([]);
    await new Promise((done) => setTimeout(done, 120));
    const piles = [[0, 1], [2]];
    expect(asks()).toEqual([{ type: "preview_sorting", number: 9, piles }]);
    follow(model, piles, [1, 2, 3, 0], 9);
    model.take();
    press("Enter");
    expect(model.take()).toEqual([{ type: "sort", number: 9, piles }]);
    const cards = [...root.querySelectorAll(".ssc-sort .ssc-tray .ssc-card")];
    expect(cards.map((card) => card.getAttribute("data-row"))).toEqual(["2", "3"]);
  });
});
