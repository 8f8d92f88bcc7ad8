import { describe, expect, it } from "vitest";
import { clickAt, link, note, one, press, QUESTION, screen, shown } from "../../fixtures";

describe("a question", () => {
  it("takes the focus when it was asked for here, and not otherwise", async () => {
    const { model, root } = await shown();
    model.put({ question: QUESTION });
    expect(document.activeElement).toBe(document.body);
    model.put({ question: null });
    one(root, "[role=region]").focus();
    press("n");
    model.put({ question: QUESTION });
    expect(document.activeElement).toBe(one(root, ".ssc-ans"));
  });

  it("is answered by key, and the focus waits for the next one", async () => {
    const { model, root } = await shown({ question: QUESTION });
    one(root, ".ssc-ans").focus();
    press("s");
    expect(model.take()).toEqual([{ type: "answer", kind: "unknown", number: 10, i: 1, j: 3 }]);
    model.put({ question: null });
    expect(document.activeElement).toBe(one(root, "[role=region]"));
    model.put({ question: { ...QUESTION, number: 11 } });
    expect(document.activeElement).toBe(one(root, ".ssc-ans"));
  });

  it("leaves the focus where the person has moved it since the answer", async () => {
    const { model, root } = await shown({ question: QUESTION });
    one(root, ".ssc-ans").focus();
    press("s");
    await Promise.resolve();
    const elsewhere = one(root, ".ssc-bar button");
    elsewhere.focus();
    model.put({ question: { ...QUESTION, number: 11 } });
    expect(document.activeElement).toBe(elsewhere);
    press("s");
    await Promise.resolve();
    model.put({ question: { ...QUESTION, number: 12 } });
    expect(document.activeElement).toBe(one(root, ".ssc-ans"));
  });

  it("takes one answer, however often it is given, until the kernel has spoken", async () => {
    const { model, root } = await shown({ question: QUESTION });
    one(root, ".ssc-ans").focus();
    press("m", { repeat: true });
    expect(model.take()).toEqual([]);
    press("m");
    press("m");
    const button = one(root, ".ssc-ans button");
    button.click();
    model.put({ status: "a fit that ended meanwhile" });
    button.click();
    expect(model.take()).toHaveLength(1);
    model.put({ error: "No." });
    press("c");
    expect(model.take()).toMatchObject([{ kind: "cannot", number: 10 }]);
    model.put({ error: null, question: { ...QUESTION, number: 11 } });
    press("m");
    expect(model.take()).toMatchObject([{ kind: "must", number: 11 }]);
  });

  it("is closed by Escape once there is nothing else to cancel, and by its button", async () => {
    const { model, root } = await shown({ question: QUESTION });
    clickAt(root, 0);
    press("Escape");
    expect(model.take()).toEqual([]);
    press("Escape");
    one(root, "[aria-label='Close question']").click();
    expect(model.take()).toEqual([{ type: "dismiss_question" }, { type: "dismiss_question" }]);
    model.put({ question: null });
    expect(one(root, "[aria-label='Close question']").hidden).toBe(true);
  });

  it("steps back for a point that is picked while it is open", async () => {
    const { model, root } = await shown({ question: QUESTION });
    clickAt(root, 0);
    expect(note(root)).toContain("question 10 stays open");
    press("c");
    clickAt(root, 2);
    expect(model.take()).toEqual([{ type: "link", i: 0, j: 2, kind: "cannot" }]);
  });

  it("folds the sections below it, until they are unfolded by hand", async () => {
    const { model, root } = await shown({ links: [link(1, 0, 1)] });
    const table = one(root, "section[aria-label=Constraints]");
    expect(table.classList.contains("ssc-open")).toBe(true);
    model.put({ question: QUESTION });
    expect(table.classList.contains("ssc-open")).toBe(false);
    one(table, ".ssc-head").click();
    model.put({ status: "something else" });
    expect(table.classList.contains("ssc-open")).toBe(true);
  });

  it("folds nothing where the sections stand side by side", async () => {
    screen.width = 760;
    const { root } = await shown({ question: QUESTION });
    screen.width = 1168;
    expect(root.dataset.sscWidth).toBe("narrow");
    expect(one(root, "section[aria-label=Constraints]").classList.contains("ssc-open")).toBe(true);
  });

  it("says when nothing is left to ask", async () => {
    const { root } = await shown({ exhausted: true });
    expect(one(root, "section.ssc-question").textContent).toContain(
      "No more questions: every pair that matters is answered.",
    );
  });

  it("has its reason outside of what scrolls, and long texts in a wide panel", async () => {
    const { model, root } = await shown({ question: QUESTION });
    const why = one(root, ".ssc-asked .ssc-why");
    expect(why.textContent).toContain(QUESTION.reason);
    expect(why.closest(".ssc-read")).toBeNull();
    expect(root.dataset.sscPanel).toBeUndefined();
    const [bare] = QUESTION.extra;
    const text = { ...bare, text: "letters ".repeat(19) };
    model.put({ question: { ...QUESTION, extra: [text, bare] } });
    expect(root.dataset.sscPanel).toBe("wide");
    const image = { ...bare, image: true };
    model.put({ question: { ...QUESTION, extra: [image, image] } });
    expect(root.dataset.sscPanel).toBeUndefined();
    model.put({ batch: { title: "1 pair", pairs: [] } });
    expect(root.dataset.sscPanel).toBe("wide");
  });

  it("invites to link only those who have no answers yet", async () => {
    const { model, root } = await shown();
    const rest = (): string => one(root, ".ssc-question").textContent ?? "";
    expect(rest()).toContain("Or link two points");
    model.put({ links: [link(1, 0, 1)] });
    expect(rest()).not.toContain("Or link two points");
    expect(rest()).toContain("finds the pair");
  });
});
