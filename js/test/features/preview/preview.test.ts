import { afterEach, describe, expect, it, vi } from "vitest";
import type { AnswerKind, Question, State } from "../../../src/contract";
import { CONFLICT, type FakeModel, one, press, QUESTION, shown } from "../../fixtures";

const NEXT: Question = {
  ...QUESTION,
  number: 11,
  i: 0,
  j: 2,
  a: "0",
  b: "2",
  title: "Do 0 and 2?",
};

const numbers = (...values: number[]): DataView => new DataView(new Uint32Array(values).buffer);
const clusters = (...values: number[]): DataView => {
  const bytes = new Uint8Array(3 + 2 * values.length); // as they come: anywhere in a buffer
  for (const [k, value] of values.entries()) bytes.set([value, 0], 3 + 2 * k);
  return new DataView(bytes.buffer, 3);
};

function tell(
  model: FakeModel,
  kind: AnswerKind,
  rows: number[],
  to: number[],
  of = QUESTION,
): void {
  const { number, i, j } = of;
  const effect = rows.length ? `${rows.length} points move` : "nothing moves";
  const message = {
    ...{ type: "pair_preview", number, i, j, kind, effect },
    ...{
      note: [`If ${kind}:`, effect],
      moves: rows.length ? [[0, 1]] : [],
      status: `${kind} would`,
    },
  };
  model.tell(message, [numbers(...rows), clusters(...to)]);
}

const follow = (model: FakeModel, kind: AnswerKind, question = NEXT, of = QUESTION): void => {
  const { number, i, j } = of;
  model.tell({ type: "next", number, i, j, kind, question });
};

const enter = (el: Element): unknown =>
  el.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
const leave = (el: Element): unknown => el.dispatchEvent(new PointerEvent("pointerleave"));

async function asked(state: Partial<State> = {}) {
  const { model, root } = await shown({ question: QUESTION, ...state });
  const button = (kind: AnswerKind): HTMLButtonElement =>
    one(root, `.ssc-asked [data-kind="${kind}"]`) as HTMLButtonElement;
  const note = (): HTMLElement => one(root, ".ssc-note");
  const status = (): string => one(root, "[role=status]").textContent ?? "";
  const title = (): string => one(root, ".ssc-qtitle").textContent ?? "";
  return { model, root, button, note, status, title };
}

/** A question on a page whose clock stands still. */
async function pointed() {
  const page = await asked();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return page;
}

describe("what an answer would move", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("stands on the buttons, and is part of their names", async () => {
    const { model, button } = await pointed();
    tell(model, "must", [0, 2], [1, 1]);
    tell(model, "unknown", [], []);
    const effect = (kind: AnswerKind) => button(kind).querySelector(".ssc-effect");
    expect(effect("must")?.textContent).toBe("2 points move");
    expect(effect("cannot")?.textContent).toBe("");
    const seen = (kind: AnswerKind) =>
      [...button(kind).childNodes]
        .filter((node) => !(node instanceof Element && node.ariaHidden === "true"))
        .map((node) => node.textContent)
        .join("")
        .trim();
    expect(seen("must")).toBe("Same cluster 2 points move");
    expect(seen("cannot")).toBe("Different clusters");
    for (const label of ["aria-label", "aria-labelledby", "aria-describedby"])
      expect(button("must").hasAttribute(label)).toBe(false);
  });

  it("is shown while a button is pointed at, after a pause, until it is left or Escape", async () => {
    const { model, root, button, note, status } = await pointed();
    tell(model, "must", [0, 2], [1, 1]);
    enter(button("must"));
    vi.advanceTimersByTime(79);
    expect(note().hidden).toBe(true);
    vi.advanceTimersByTime(1);
    expect(note().textContent).toBe("If must:2 points move→");
    expect(status()).toBe("must would");
    const outlines = [...root.querySelectorAll(".ssc-target-outline")];
    expect(outlines.map((path) => path.getAttribute("data-to"))).toEqual(["1"]);
    expect(outlines[0]?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
    expect(root.getAttribute("data-ssc-lit")).toBe("none");
    const kept = [...root.querySelectorAll("path.dot[data-keep]")];
    expect(kept.map((dot) => dot.getAttribute("data-index"))).toEqual(["0", "1", "2", "3"]);
    leave(button("must"));
    expect(note().hidden).toBe(true);
    expect(root.querySelector(".ssc-target-outline")).toBe(null);
    expect(root.hasAttribute("data-ssc-lit")).toBe(false);
    enter(button("must"));
    vi.advanceTimersByTime(80);
    one(root, ".ssc-ans").focus();
    press("Escape");
    expect(note().hidden).toBe(true);
    expect(model.take()).toEqual([]);
  });

  it("dims nothing where nothing moves", async () => {
    const { model, root, button, note } = await pointed();
    tell(model, "unknown", [], []);
    enter(button("unknown"));
    vi.advanceTimersByTime(80);
    expect(note().textContent).toBe("If unknown:nothing moves");
    expect(root.hasAttribute("data-ssc-lit")).toBe(false);
  });

  it("is shown as soon as it is known to whoever points at the button already", async () => {
    const { model, root, button, note } = await pointed();
    enter(button("cannot"));
    vi.advanceTimersByTime(500);
    expect(note().hidden).toBe(true);
    tell(model, "cannot", [3], [0]);
    expect(note().hidden).toBe(false);
    tell(model, "cannot", [3, 2], [0, 0]);
    expect(root.querySelectorAll(".ssc-target-outline")).toHaveLength(1);
  });

  it("is forgotten with the question, and not heard of another one", async () => {
    const { model, root, button } = await pointed();
    tell(model, "must", [0], [1]);
    enter(button("must"));
    vi.advanceTimersByTime(80);
    tell(model, "cannot", [0], [1], NEXT);
    expect(button("cannot").textContent).not.toContain("move");
    model.put({ question: NEXT });
    expect(button("must").textContent).not.toContain("move");
    expect(root.querySelector(".ssc-target-outline")).toBe(null);
    expect(one(root, ".ssc-note").hidden).toBe(true);
  });

  it("is not previewed while a contradiction waits", async () => {
    const { model, root, button } = await pointed();
    tell(model, "must", [0], [1]);
    model.put({ conflict: CONFLICT });
    enter(button("must"));
    vi.advanceTimersByTime(80);
    expect(root.querySelector(".ssc-target-outline")).toBe(null);
  });
});

describe("the next question", () => {
  it("is there in the step in which the answer is given", async () => {
    const { model, root, title } = await asked();
    follow(model, "must");
    one(root, ".ssc-ans").focus();
    press("m");
    expect(model.take()).toEqual([{ type: "answer", kind: "must", number: 10, i: 1, j: 3 }]);
    expect(title()).toBe("Do 0 and 2?");
    expect(document.activeElement).toBe(one(root, ".ssc-ans"));
    const buttons = [...root.querySelectorAll(".ssc-asked [data-kind]")];
    expect(buttons.map((each) => each.getAttribute("aria-disabled"))).toEqual([null, null, null]);
  });

  it("stays while the kernel is on its way to it", async () => {
    const { model, root, title } = await asked();
    follow(model, "must");
    press("m");
    one(root, ".ssc-ans").focus();
    press("m");
    model.take();
    for (const way of [{ status: "about an image" }, { question: null, asking: true }]) {
      model.put(way);
      expect(title()).toBe("Do 0 and 2?");
    }
    model.put({ question: NEXT, asking: false });
    expect(title()).toBe("Do 0 and 2?");
    model.put({ question: null });
    expect(root.querySelector(".ssc-asked")?.hasAttribute("hidden")).toBe(true);
  });

  it.each([
    ["another question", { question: { ...NEXT, i: 1, title: "Do 1 and 2?" } }, "Do 1 and 2?"],
    ["an error", { error: "No." }, QUESTION.title],
    ["a contradiction", { conflict: CONFLICT }, QUESTION.title],
  ])("gives way to %s", async (_, state, expected) => {
    const { model, root, title } = await asked();
    follow(model, "must");
    one(root, ".ssc-ans").focus();
    press("m");
    press("c"); // to the question that the kernel will not ask
    model.take();
    model.put(state);
    expect(title()).toBe(expected);
    model.put({ question: NEXT });
    expect(model.take()).toEqual([]);
  });

  it("takes an answer that is sent once the kernel has asked it", async () => {
    const { model, root } = await asked();
    follow(model, "must");
    one(root, ".ssc-ans").focus();
    press("m");
    press("c");
    press("m");
    expect(model.take()).toEqual([{ type: "answer", kind: "must", number: 10, i: 1, j: 3 }]);
    model.put({ question: null, asking: true });
    expect(model.take()).toEqual([]);
    model.put({ question: NEXT, asking: false });
    expect(model.take()).toEqual([{ type: "answer", kind: "cannot", number: 11, i: 0, j: 2 }]);
    model.put({ status: "once more" });
    expect(model.take()).toEqual([]);
  });

  it("is not answered if something else is done before the kernel has asked it", async () => {
    const { model, root } = await asked();
    follow(model, "must");
    one(root, ".ssc-ans").focus();
    press("m");
    press("c");
    press("z", { ctrlKey: true });
    expect(model.take().map(({ type }) => type)).toEqual(["answer", "undo"]);
    model.put({ question: NEXT });
    expect(model.take()).toEqual([]);
    press("s");
    expect(model.take()).toMatchObject([{ type: "answer", kind: "unknown", number: 11 }]);
  });

  it("is not shown where the outcome is being worked out anew", async () => {
    const { model, root, title } = await asked();
    follow(model, "must");
    tell(model, "must", [], []);
    one(root, ".ssc-ans").focus();
    press("m");
    expect(title()).toBe(QUESTION.title);
  });
});
