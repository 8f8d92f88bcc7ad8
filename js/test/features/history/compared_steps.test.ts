import { describe, expect, it } from "vitest";
import type { Moment } from "../../../src/contract";
import { type FakeModel, one, press, STATE, settle, shown } from "../../fixtures";

const PLACES = ["the start", "answer 1 of 3", "answer 2 of 3", "answer 3 of 3"];
const history = {
  at: 3,
  end: 3,
  span: 3,
  branches: [{ number: 1, began: null, steps: [0, 1, 2, 3] }],
};

/** What the kernel would say of a moment beside another one. */
function tell(model: FakeModel, step: number, compared: number | null, differ: number[]): void {
  const { clusters, links, progress, settings } = STATE;
  const place = (each: number): string => PLACES[each] ?? "";
  const reply: Moment = {
    type: "moment",
    step,
    labels_itemsize: 1,
    shows: { clusters, links, progress: { ...progress, beside: null }, status: place(step) },
    settings,
    ...{ where: `after ${place(step)}`, place: place(step), told: [place(step), "."] },
    ...{ left: "", verb: "Branch from here", differ },
    compared: compared === null ? null : { step: compared, place: place(compared) },
  };
  model.tell(reply, [new DataView(new Uint8Array([0, 1, 0, 1]).buffer)]);
}

async function opened() {
  const { model, root } = await shown({ history });
  await settle();
  model.take();
  const slider = one(root, "[role=slider]") as unknown as SVGElement;
  slider.focus();
  const button = (text: string): HTMLButtonElement | undefined =>
    [...root.querySelectorAll<HTMLButtonElement>(".ssc-stepinfo button")].find(
      (each) => each.textContent === text && !each.closest("[hidden]") && !each.hidden,
    );
  const rings = (): number =>
    root.querySelector(".ssc-moved .ssc-ring")?.getAttribute("d")?.match(/M/g)?.length ?? 0;
  const said = () => slider.getAttribute("aria-valuetext");
  return { model, root, slider, button, rings, said };
}

describe("two moments of the past", () => {
  it("are no time for a second look", async () => {
    const { model, root, slider } = await opened();
    model.put({ doubtful: [{ answer: 1, title: "Do 0 and 3?", said: "So.", kind: "must" }] });
    const opener = one(root, ".ssc-open-review") as HTMLButtonElement;
    expect([opener.hidden, opener.disabled]).toEqual([false, false]);
    press("ArrowLeft", {}, slider);
    tell(model, 2, null, [0]);
    expect(opener.disabled).toBe(true);
  });

  it("are compared by Shift with an arrow, and what differs is ringed", async () => {
    const { model, root, slider, button, rings, said } = await opened();
    press("ArrowLeft", {}, slider);
    expect(model.take()).toEqual([{ type: "look", step: 2, compared: null }]);
    tell(model, 2, null, [0]);
    expect([rings(), root.querySelector(".ssc-compared")]).toEqual([0, null]);
    expect(button("1 point differs from now")?.getAttribute("aria-pressed")).toBe("false");
    press("ArrowLeft", { shiftKey: true }, slider);
    expect(model.take()).toEqual([{ type: "look", step: 1, compared: 2 }]);
    tell(model, 1, null, [3]);
    expect(said()).toBe(PLACES[2]);
    tell(model, 1, 2, [1, 3]);
    expect(said()).toBe("answer 1 of 3, 2 points differ from answer 2 of 3");
    expect(rings()).toBe(2);
    expect(root.querySelectorAll(".ssc-compared")).toHaveLength(1);
    press("ArrowLeft", {}, slider);
    expect(model.take()).toEqual([{ type: "look", step: 0, compared: 2 }]);
    tell(model, 0, 2, []);
    expect(one(root, ".ssc-history .ssc-stepinfo").textContent).toContain(
      "No point differs from answer 2 of 3.",
    );
    button("Compare with now")?.click();
    expect(model.take()).toEqual([{ type: "look", step: 0, compared: null }]);
    tell(model, 0, null, [0, 1, 2]);
    expect([rings(), root.querySelector(".ssc-compared")]).toEqual([3, null]);
    button("3 points differ from now")?.click();
    expect(rings()).toBe(0);
  });

  it("are compared by a button, which says what to do next, and no more once back", async () => {
    const { model, root, slider, button, rings } = await opened();
    press("Home", {}, slider);
    tell(model, 0, null, [2]);
    model.take();
    button("Compare with another step")?.click();
    expect(model.take()).toEqual([{ type: "look", step: 0, compared: 0 }]);
    tell(model, 0, 0, []);
    expect(one(root, ".ssc-history .ssc-stepinfo").textContent).toContain(
      "Choose a step to compare with the start.",
    );
    press("ArrowRight", {}, slider);
    tell(model, 1, 0, [1]);
    expect(rings()).toBe(1);
    model.take();
    press("Escape", {}, slider);
    expect(rings()).toBe(0);
    press("ArrowLeft", {}, slider);
    expect(model.take()).toEqual([{ type: "look", step: 2, compared: null }]);
  });

  it("of which one is the present one, need no other mark", async () => {
    const { model, root, slider, rings } = await opened();
    press("ArrowLeft", { shiftKey: true }, slider);
    expect(model.take()).toEqual([{ type: "look", step: 2, compared: null }]);
    tell(model, 2, null, [0]);
    expect([rings(), root.querySelector(".ssc-compared")]).toEqual([1, null]);
  });
});
