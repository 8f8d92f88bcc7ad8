import { describe, expect, it } from "vitest";
import { note, one, press, shown } from "../../fixtures";
import { PLACEMENT } from "../../shaped";

const bytes = (numbers: Uint32Array | Uint16Array): DataView =>
  new DataView(numbers.buffer as ArrayBuffer);
const told = { type: "foreseen_place", number: 7, point: 1, choice: 3 };
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
    expect(model.take()).toEqual([{ ...told, type: "foresee_place" }]);
    const moved = [bytes(new Uint32Array([2])), bytes(new Uint16Array([1]))];
    model.tell({ ...told, ...words, ways: [[0, 1]] }, moved);
    expect(root.querySelectorAll(".ssc-foretold")).toHaveLength(1);
    expect(note(root)).toContain("If like 3:");
    one(root, ".ssc-place .ssc-ans").focus();
    press("Escape");
    expect(root.querySelectorAll(".ssc-foretold")).toHaveLength(0);
    expect(model.take()).toEqual([]);
  });
});
