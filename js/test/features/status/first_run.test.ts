import { beforeEach, describe, expect, it } from "vitest";
import type { State } from "../../../src/contract";
import { remember } from "../../../src/core/remembered";
import { KEY } from "../../../src/features/status/first_run";
import { link, one, QUESTION, screen, settle, shown, status } from "../../fixtures";

const FRESH: Partial<State> = { first_run: true, can_undo: false, n_rows: 4 };

const hint = (root: Element): string => {
  const el = root.querySelector<HTMLElement>(".ssc-firsthint");
  return !el || el.hidden ? "" : (el.firstElementChild?.textContent ?? "");
};
const button = (root: Element, name: string): HTMLButtonElement =>
  [...root.querySelectorAll<HTMLButtonElement>(".ssc-firsthint button")].find(
    (each) => each.textContent === name,
  ) as HTMLButtonElement;
const isGreeted = (root: Element): boolean => !one(root, ".ssc-welcome").hidden;

describe("the first run", () => {
  beforeEach(() => remember(KEY, ""));

  it("says what was done, and what to do, until there is a question", async () => {
    const { model, root } = await shown(FRESH);
    expect(isGreeted(root)).toBe(true);
    const text = one(root, ".ssc-welcome").textContent ?? "";
    expect(text).toContain("These 4 points were put into 2 clusters by their values alone.");
    expect(text).toContain("Answer with M together, C apart or S don’t know.");
    model.put({ question_types: { current: "place", choices: [] } });
    expect(one(root, ".ssc-welcome").textContent).toContain("the number of its cluster");
    model.put({ question: QUESTION });
    expect(isGreeted(root)).toBe(false);
    model.put({ question: null, links: [link(1, 0, 1)] });
    expect(isGreeted(root)).toBe(false);
  });

  it("gives three hints, one at a time, each until it is done", async () => {
    const { model, root } = await shown(FRESH);
    expect(hint(root)).toBe("1 of 3");
    expect(one(root, ".ssc-firsthint").getAttribute("role")).toBe("note");
    expect(one(root, ".ssc-hinttext").textContent).toBe(
      "Start here: N asks if two points belong together.",
    );
    expect(one(root, ".ssc-cue").textContent).toContain("Next question");
    expect(status(root)).toBe("4 points in 2 clusters. Press N for the first question.");
    expect(document.activeElement).toBe(document.body); // it takes no focus
    model.put({ question: QUESTION, status: "Question 10." });
    await settle();
    expect(hint(root)).toBe("2 of 3");
    expect(status(root)).toBe("Question 10. Not sure? S skips this pair and asks another.");
    expect(one(root, ".ssc-cue").dataset.kind).toBe("unknown");
    const moved = { links: [link(1, 1, 3)], moved: [1], can_undo: true };
    model.put({ ...moved, question: null, status: "1 point changed cluster." });
    await settle();
    expect(hint(root)).toBe("3 of 3");
    expect(one(root, ".ssc-cue").getAttribute("aria-label")).toBe("Undo");
    model.put({ links: [], moved: [], can_undo: false });
    await settle();
    expect(hint(root)).toBe("");
    expect(root.querySelector(".ssc-cue")).toBeNull();
    expect(localStorage.getItem(KEY)).toBe("123");
  });

  it("ends a hint with the question that it was about, and each with a button", async () => {
    const { model, root } = await shown(FRESH);
    button(root, "Got it").click();
    expect([hint(root), localStorage.getItem(KEY)]).toEqual(["", "1"]);
    model.put({ question: QUESTION });
    expect(hint(root)).toBe("2 of 3");
    model.put({ question: { ...QUESTION, number: 11 } });
    expect([hint(root), localStorage.getItem(KEY)]).toEqual(["", "12"]);
  });

  it("gives none any more where a person wants none", async () => {
    const { model, root } = await shown(FRESH);
    button(root, "No hints").click();
    expect([hint(root), localStorage.getItem(KEY)]).toEqual(["", "123"]);
    model.put({ question: QUESTION });
    expect(hint(root)).toBe("");
    const { root: another } = await shown(FRESH);
    expect([hint(another), isGreeted(another)]).toEqual(["", true]);
  });

  it("waits while nothing can be done, and is not over then", async () => {
    const { model, root } = await shown(FRESH);
    model.put({ ended: "This session has ended." });
    expect([hint(root), localStorage.getItem(KEY)]).toEqual(["", ""]);
    model.put({ ended: "" });
    expect(hint(root)).toBe("1 of 3");
    one(root, ".ssc-leg").click();
    expect([hint(root), localStorage.getItem(KEY)]).toEqual(["", ""]);
  });

  it("stands above a narrow plot", async () => {
    const { width } = screen;
    screen.width = 360;
    try {
      const { root } = await shown(FRESH);
      expect(one(root, ".ssc-firsthint").parentElement?.className).toBe("ssc-top");
    } finally {
      screen.width = width;
    }
  });

  it("is none of a session that has begun before", async () => {
    const { root } = await shown();
    expect(root.querySelector(".ssc-firsthint, .ssc-welcome:not([hidden])")).toBeNull();
  });
});
