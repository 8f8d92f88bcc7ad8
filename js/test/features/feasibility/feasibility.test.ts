import { describe, expect, it } from "vitest";
import type { Problem } from "../../../src/contract";
import { link, note, one, press, QUESTION, shown } from "../../fixtures";

const PROBLEM: Problem = {
  fitted: false,
  key: "a",
  about: "answer 3",
  title: "2 clusters cannot keep 3 points apart",
  text: "0, 1 and 2 are cannot-linked, each with each. Until you choose, the last clustering stays.",
  said: "",
  note: ["Last clustering:", "after answer 2"],
  field: "n_clusters",
  points: [0, 1, 2].map((i) => ({ i, name: `p${i}` })),
  answers: [1, 2, 3],
  one_of: "one of three",
  cannot_all: "3 answers contradict each other",
  remedies: [
    { id: "n_clusters:3", text: "Use 3 clusters", detail: "Room for all 3 constraints." },
    { id: "take_back:3", text: "Take back answer 3", detail: "1 – 2, the newest." },
  ],
};

const LINKS = [link(1, 0, 1), link(2, 0, 2), link(3, 1, 2), link(4, 1, 3)].map((each) => ({
  ...each,
  kind: "cannot" as const,
}));

const buttons = (root: Element): HTMLButtonElement[] => [
  ...root.querySelectorAll<HTMLButtonElement>(".ssc-unfitted .ssc-choices button"),
];

describe("a clustering that cannot be made", () => {
  it("takes the first section, with the remedies as buttons and no way to close it", async () => {
    const { model, root } = await shown({ links: LINKS });
    const card = one(root, ".ssc-unfitted");
    expect(card.hidden).toBe(true);
    model.put({ problem: PROBLEM });
    expect(card.hidden).toBe(false);
    expect(card.getAttribute("aria-label")).toBe("Not fitted");
    expect(one(card, ".ssc-sum").textContent).toBe("answer 3");
    expect(one(root, ".ssc-question").hidden).toBe(true);
    expect(card.querySelector(".ssc-close")).toBe(null);
    expect(buttons(root).map((each) => each.textContent)).toEqual([
      "Use 3 clustersRoom for all 3 constraints.",
      "Take back answer 31 – 2, the newest.",
    ]);
    buttons(root)[1]?.click();
    buttons(root)[1]?.click();
    expect(model.take()).toEqual([{ type: "remedy", remedy: "take_back:3" }]);
    model.put({ problem: null });
    expect(card.hidden).toBe(true);
    expect(one(root, ".ssc-question").hidden).toBe(false);
  });

  it("gives the first remedy the focus once, and leaves it there when its words change", async () => {
    const { model, root } = await shown({ links: LINKS });
    one(root, ".ssc-figure").focus();
    model.put({ problem: PROBLEM });
    const [first, second] = buttons(root);
    expect(document.activeElement).toBe(first);
    second?.focus();
    const [more, back] = PROBLEM.remedies;
    if (!more || !back) throw new Error("no remedies");
    model.put({ problem: { ...PROBLEM, remedies: [{ ...more, detail: "Keeps all 3." }, back] } });
    expect(first?.textContent).toBe("Use 3 clustersKeeps all 3.");
    expect(buttons(root)[0]).toBe(first);
    expect(document.activeElement).toBe(second);
  });

  it("shows on the plot, in the table and at K what is in the way", async () => {
    const { model, root } = await shown({ links: LINKS });
    model.put({ problem: PROBLEM });
    const lines = one(root, ".ssc-infeasible").getAttribute("d") ?? "";
    expect(lines.match(/M/g)).toHaveLength(3);
    expect([...root.querySelectorAll(".ssc-conflicts .ssc-tag")].map((t) => t.textContent)).toEqual(
      ["p0", "p1", "p2"],
    );
    expect(root.querySelectorAll(".ssc-link[data-pale]")).toHaveLength(1);
    expect(one(root, "tr[data-answer='2'] .ssc-st").textContent).toBe("one of three");
    expect(one(root, "tr[data-answer='4'] .ssc-st").textContent).toBe("kept");
    expect(one(root, ".ssc-constraints .ssc-sum").textContent).toContain(
      "3 answers contradict each other",
    );
    expect(one(root, ".ssc-spin").hasAttribute("data-wrong")).toBe(true);
    expect(note(root)).toBe("Last clustering:after answer 2");
    model.put({ problem: null });
    expect(root.querySelector(".ssc-infeasible")).toBe(null);
    expect(one(root, "tr[data-answer='2'] .ssc-st").textContent).toBe("kept");
    expect(one(root, ".ssc-spin").hasAttribute("data-wrong")).toBe(false);
  });

  it("answers no question that is out of sight", async () => {
    const { model, root } = await shown({ question: QUESTION });
    one(root, ".ssc-figure").focus();
    model.put({ problem: { ...PROBLEM, field: "", points: [], answers: [] } });
    press("m", {}, one(root, ".ssc-figure"));
    expect(model.take()).toEqual([]);
    model.put({ problem: null });
    press("m", {}, one(root, ".ssc-figure"));
    expect(model.take().map(({ type }) => type)).toEqual(["answer"]);
  });

  it("is a notice with the same remedies where there is a clustering all the same", async () => {
    const { model, root } = await shown({ links: LINKS });
    const error = `${PROBLEM.title}: ${PROBLEM.text}`;
    model.put({ problem: { ...PROBLEM, fitted: true }, error });
    expect(one(root, ".ssc-unfitted").hidden).toBe(true);
    const remedies = [
      ...root.querySelectorAll<HTMLButtonElement>(".ssc-notice .ssc-remedies button"),
    ];
    expect(remedies.map((each) => each.textContent)).toEqual([
      "Use 3 clusters",
      "Take back answer 3",
    ]);
    expect(remedies[0]?.title).toBe("Room for all 3 constraints.");
    remedies[0]?.click();
    expect(model.take()).toEqual([{ type: "remedy", remedy: "n_clusters:3" }]);
    expect(one(root, ".ssc-notice").hasAttribute("data-advice")).toBe(true);
    model.put({ error: "Another thing." });
    expect(root.querySelectorAll(".ssc-remedies button")).toHaveLength(0);
    expect(one(root, ".ssc-notice").hasAttribute("data-advice")).toBe(false);
  });

  it("tells what a clusterer said when asked", async () => {
    const { model, root } = await shown({});
    model.put({ problem: { ...PROBLEM, said: "LinAlgError: <b>bad</b>" } });
    const told = one<HTMLDetailsElement>(root, ".ssc-errortext");
    expect([told.hidden, told.open]).toEqual([false, false]);
    expect(one(told, "pre").textContent).toBe("LinAlgError: <b>bad</b>");
  });
});
