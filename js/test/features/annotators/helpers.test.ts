import { describe, expect, it } from "vitest";
import type { State } from "../../../src/contract";
import { one, press, shown } from "../../fixtures";

const CARD = {
  ...{ name: "<b>rule</b>", title: "<b>rule</b>", kind: "your function", answers: "212 answers" },
  ...{ condition: "Asked after each of your answers.", is_failure: false },
  error: { begin: 0.08, at: 0.24, end: 0.6, text: "12 % (4–30 %)", about: "Error rate: 12 %" },
  cost: { label: "Cost", share: 0.5, text: "5 of 10", about: "Asked 100 of 200 questions." },
  terms: { cost: 0.05, most: 200 },
  ...{ notes: ["You checked 25 of its answers: 3 were wrong."], worse: "" },
  ...{ turn: "stop", rest: "set_aside", take_back: "Take back all 212" },
} as const;
const FOUND = {
  ...{ current: "both", functions: 1, can_ask: true, about: "You answer, and functions do." },
  ...{ cards: [CARD], left_total: "7 answers in doubt", note: "It is usually better." },
  left: [
    ["Unsure", "below 80 % confidence", "5"],
    ["To check", "drawn at random", "1 in 5"],
  ],
} as const;
const BOB = {
  ...{ ...CARD, name: "Bob", title: "Bob", kind: "a person", turn: "", condition: "" },
  ...{
    error: null,
    cost: null,
    terms: null,
    notes: [],
    worse: "Bob is wrong more often than by chance.",
  },
} as const;

type Found = NonNullable<State["who_answers"]>;

async function opened(found: object = FOUND) {
  const view = await shown();
  view.model.put({ who_answers: found as Found });
  view.model.take();
  return { ...view, box: one(view.root, ".ssc-helpers") };
}

const buttons = (box: Element): HTMLButtonElement[] => [
  ...box.querySelectorAll<HTMLButtonElement>(".ssc-source > .ssc-row button"),
];
const texts = (box: Element, what: string): (string | null)[] =>
  [...box.querySelectorAll(what)].map((each) => each.textContent);

describe("who answers", () => {
  it("opens once by itself where functions answer, and from the More menu", async () => {
    const { model, root, box } = await opened();
    expect(box.hidden).toBe(false);
    one(box, ".ssc-close").click();
    expect(box.hidden).toBe(true);
    model.put({ who_answers: { ...FOUND, left_total: "" } as unknown as Found });
    expect(box.hidden).toBe(true);
    one(root, "[aria-label=More]").click();
    const items = [...root.querySelectorAll<HTMLElement>("[role=menuitem]")];
    items.find(({ textContent }) => textContent === "Who answers")?.click();
    expect(box.hidden).toBe(false);
    expect((document.activeElement as HTMLInputElement).value).toBe("both");
    press("Escape");
    expect(box.hidden).toBe(true);
  });

  it("stays closed for a newcomer, and where a person alone is told of", async () => {
    const view = await shown();
    view.model.put({ first_run: true, who_answers: FOUND as unknown as Found });
    expect(one(view.root, ".ssc-helpers").hidden).toBe(true);
    const other = await opened({ ...FOUND, functions: 0, can_ask: false, cards: [BOB] });
    expect(other.box.hidden).toBe(true);
  });

  it("tells of each function by text, with its figures as pictures", async () => {
    const { box } = await opened();
    expect(box.querySelector("b b")).toBeNull();
    expect(texts(box, ".ssc-srchead > *")).toEqual(["<b>rule</b>", "your function", "212 answers"]);
    expect(texts(box, ".ssc-srcline .ssc-num")).toEqual(["12 % (4–30 %)", "5 of 10"]);
    expect(one(box, ".ssc-rate b").style.left).toBe("24%");
    expect(one(box, ".ssc-rate").getAttribute("aria-label")).toBe("Error rate: 12 %");
    expect(one(box, ".ssc-meter i").style.width).toBe("50%");
    expect(texts(box, ".ssc-left li")).toEqual([
      "Unsure below 80 % confidence5",
      "To check drawn at random1 in 5",
    ]);
    expect(box.textContent).toContain("It is usually better.");
  });

  it("lets you, functions or both answer", async () => {
    const { model, box } = await opened({ ...FOUND, functions: 2 });
    expect(texts(box, ".ssc-full label")).toEqual(["You", "Functions", "Both"]);
    const [you] = box.querySelectorAll<HTMLInputElement>("input");
    you?.click();
    expect(model.take()).toEqual([{ type: "who_answers", value: "people" }]);
    model.put({ who_answers: { ...FOUND, can_ask: false } as unknown as Found });
    expect(you?.disabled).toBe(true);
  });

  it("stops, sets aside and takes back, and keeps the focus on what was pressed", async () => {
    const { model, box } = await opened({ ...FOUND, cards: [CARD, BOB] });
    expect(buttons(box).map((each) => each.getAttribute("aria-label"))).toEqual([
      "Stop: <b>rule</b>",
      "Set aside: <b>rule</b>",
      "Limit and cost: <b>rule</b>",
      "Take back all 212: <b>rule</b>",
      "Set aside: Bob",
      "Take back all 212: Bob",
    ]);
    for (const button of buttons(box)) button.click();
    expect(model.take()).toEqual([
      { type: "source", name: "<b>rule</b>", act: "stop" },
      { type: "source", name: "<b>rule</b>", act: "set_aside" },
      { type: "source", name: "<b>rule</b>", act: "take_back" },
      { type: "source", name: "Bob", act: "set_aside" },
      { type: "source", name: "Bob", act: "take_back" },
    ]);
    buttons(box)[0]?.focus();
    const stopped = { ...CARD, turn: "resume", condition: "Stopped." };
    model.put({ who_answers: { ...FOUND, cards: [stopped, BOB] } as unknown as Found });
    expect(document.activeElement?.textContent).toBe("Resume");
    buttons(box)[5]?.focus();
    model.put({
      who_answers: { ...FOUND, cards: [CARD, { ...BOB, worse: "" }] } as unknown as Found,
    });
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Take back all 212: Bob");
    model.put({ who_answers: { ...FOUND, cards: [CARD] } as unknown as Found });
    expect((document.activeElement as HTMLInputElement).value).toBe("both");
  });

  it("asks more where the limit is reached, by one button", async () => {
    const { model, box } = await opened({ ...FOUND, cards: [{ ...CARD, turn: "ask_more" }] });
    const [more] = buttons(box);
    expect(more?.textContent).toBe("Ask 100 more");
    more?.click();
    expect(model.take()).toEqual([{ type: "source", name: "<b>rule</b>", act: "ask_more" }]);
  });

  it("changes limit and cost in fields that keep what is typed", async () => {
    const { model, box } = await opened();
    const opener = (): HTMLElement => one(box, "[data-act=terms]");
    const field = (name: string): HTMLInputElement => one(box, `input[data-act=${name}]`);
    expect(one(box, ".ssc-terms").hidden).toBe(true);
    opener().click();
    expect(opener().getAttribute("aria-expanded")).toBe("true");
    expect(document.activeElement).toBe(field("most"));
    expect([field("most").value, field("cost").value]).toEqual(["200", "0.05"]);
    field("most").value = "300";
    const later = { ...FOUND, cards: [{ ...CARD, answers: "213 answers" }] };
    model.put({ who_answers: later as unknown as Found });
    expect(document.activeElement).toBe(field("most"));
    expect(field("most").value).toBe("300");
    one(box, ".ssc-terms [type=submit]").click();
    const sent = { type: "source_terms", name: "<b>rule</b>" };
    expect(model.take()).toEqual([{ ...sent, cost: 0.05, most: 300 }]);
    expect(one(box, ".ssc-terms").hidden).toBe(true);
    expect(document.activeElement).toBe(opener());
    opener().click();
    field("most").value = "";
    field("cost").value = "";
    one(box, ".ssc-terms [type=submit]").click();
    expect(model.take()).toEqual([{ ...sent, cost: null, most: null }]);
    opener().click();
    field("most").value = "7";
    press("Escape");
    expect(box.hidden).toBe(false);
    expect(one(box, ".ssc-terms").hidden).toBe(true);
    expect(model.take()).toEqual([]);
    opener().click();
    expect(field("most").value).toBe("200");
  });

  it("says in red what failed, and what is worse than chance", async () => {
    const failed = { ...CARD, is_failure: true, condition: "It failed.", error: null };
    const { box } = await opened({ ...FOUND, cards: [failed, BOB] });
    const seen = [...box.querySelectorAll<HTMLElement>(".ssc-bad")].filter(({ hidden }) => !hidden);
    expect(seen.map(({ textContent }) => textContent)).toEqual(["It failed.", BOB.worse]);
  });

  it("gives way to the next question by N", async () => {
    const { model, root, box } = await opened();
    one(box, ".ssc-row > .ssc-main").focus();
    press("n");
    expect(model.take()).toEqual([{ type: "suggest" }]);
    expect(box.hidden).toBe(true);
    expect(one(root, ".ssc-question")).not.toBeNull();
  });

  it("goes with its last function, and can do nothing without a kernel", async () => {
    const { model, box } = await opened();
    model.put({ who_answers: null });
    expect(box.hidden).toBe(true);
    const other = await opened({ ...FOUND, left: [], cards: [{ ...CARD, cost: null }] });
    other.root.classList.add("jupyter-widgets-disconnected");
    await new Promise((done) => setTimeout(done, 30));
    expect(buttons(other.box).every(({ disabled }) => disabled)).toBe(true);
    expect(other.box.querySelector(".ssc-left li")).toBeNull();
  });
});
