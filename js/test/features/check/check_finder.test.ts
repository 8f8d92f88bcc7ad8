import { describe, expect, it } from "vitest";
import { BARE, one, press, shown, status } from "../../fixtures";

const face = (i: number) => ({ i, name: `row ${i}`, content: BARE, values: [], profile: [0.5] });
const ROW = {
  ...{ type: "check", stage: "row", key: "Placement 0 0 1 2", title: "Where does it belong?" },
  ...{ text: "Points are drawn at random.", status: "Check 4 of 40", done: 3, total: 40 },
  ...{ point: face(0), cards: [1, 2, 3].map(face), known: [], figures: null, others: 21 },
};
const found = (text: string, names: readonly string[], key = ROW.key) => ({
  ...{ type: "found_cards", key, text, status: `${names.length} other clusters` },
  cards: names.map((cluster, k) => ({ cluster, face: face(k + 4) })),
});

async function opened(step: object = ROW) {
  const view = await shown();
  one(view.root, "[aria-label=More]").click();
  const items = [...view.root.querySelectorAll<HTMLElement>("[role=menuitem]")];
  items.find((each) => each.textContent?.startsWith("Check the result"))?.click();
  view.model.tell(step);
  view.model.take();
  const box = one(view.root, ".ssc-check");
  return { ...view, box, field: one(box, ".ssc-another input") as HTMLInputElement };
}

async function typed(field: HTMLInputElement, text: string): Promise<void> {
  field.value = text;
  field.dispatchEvent(new Event("input"));
  await new Promise((done) => setTimeout(done, 200));
}

const texts = (box: Element, what: string): (string | null)[] =>
  [...box.querySelectorAll(what)].map((each) => each.textContent);
const chosen = (box: Element): (string | null)[] => texts(box, "[aria-selected=true]");

describe("a check of many clusters", () => {
  it("finds a card that is not shown by the name of its cluster", async () => {
    const { model, root, box, field } = await opened();
    press("a");
    expect(document.activeElement).toBe(field);
    expect(model.take()).toEqual([{ type: "search_cards", key: ROW.key, text: "" }]);
    await typed(field, "ann");
    expect(model.take()).toEqual([{ type: "search_cards", key: ROW.key, text: "ann" }]);
    model.tell(found("an", ["Anton"]));
    expect(texts(box, "[role=option]")).toEqual([]); // what was typed before
    model.tell(found("ann", ["Ann", "<b>Anna</b>", "Annika"]));
    expect(status(root)).toBe("3 other clusters");
    expect(texts(box, "[role=option]")).toEqual(["Ann", "<b>Anna</b>", "Annika"]);
    for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) press(key);
    expect(chosen(box)).toEqual(["<b>Anna</b>"]);
    expect(field.getAttribute("aria-activedescendant")).toBe(
      one(box, "[aria-selected=true]").getAttribute("id"),
    );
    press("Enter");
    press("Enter");
    expect(model.take()).toEqual([{ type: "place_checked", key: ROW.key, choice: 5 }]);
  });

  it("gives no card that was found by what was typed before", async () => {
    const { model, field } = await opened();
    press("a");
    model.tell(found("", ["Nearest", "Ann"]));
    model.take();
    field.value = "ann";
    field.dispatchEvent(new Event("input"));
    press("Enter");
    expect(model.take()).toEqual([]);
    await typed(field, "ann");
    model.take();
    press("Enter");
    expect(model.take()).toEqual([]);
    model.tell(found("ann", ["Ann"]));
    press("Enter");
    expect(model.take()).toEqual([{ type: "place_checked", key: ROW.key, choice: 4 }]);
  });

  it("takes digits that are typed for a name, and Escape goes back to the cards", async () => {
    const { model, box, field } = await opened();
    press("a");
    model.take();
    press("1");
    press("s");
    press("Enter");
    expect(model.take()).toEqual([]);
    await typed(field, "1");
    model.tell(found("1", ["Cluster 1"]));
    press("Escape");
    expect([field.value, texts(box, "[role=option]").length]).toEqual(["", 0]);
    expect(document.activeElement).toBe(one(box, ".ssc-ans"));
    model.take();
    press("1");
    expect(model.take()).toEqual([{ type: "place_checked", key: ROW.key, choice: 1 }]);
  });

  it("lists nothing while the field is left, and again when it is entered", async () => {
    const { model, box, field } = await opened();
    press("a");
    model.tell(found("", ["Ann", "Bea"]));
    expect(texts(box, "[role=option]")).toEqual(["Ann", "Bea"]);
    one(box, ".ssc-ans").focus();
    expect(texts(box, "[role=option]")).toEqual([]);
    model.take();
    field.focus();
    expect(model.take()).toEqual([{ type: "search_cards", key: ROW.key, text: "" }]);
    model.tell(found("", ["Ann", "Bea"]));
    const option = [...box.querySelectorAll<HTMLElement>("[role=option]")][1];
    const down = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    option?.dispatchEvent(down);
    expect(down.defaultPrevented).toBe(true);
    option?.click();
    expect(model.take()).toEqual([{ type: "place_checked", key: ROW.key, choice: 5 }]);
  });

  it("keeps what is typed where the step is told again, and not for the next point", async () => {
    const { model, box, field } = await opened();
    press("a");
    await typed(field, "ann");
    model.tell({ ...ROW, text: "again" });
    expect([document.activeElement, field.value]).toEqual([field, "ann"]);
    model.tell(found("ann", ["Ann"]));
    model.tell({ ...ROW, key: "Placement 1 7" });
    expect(field.value).toBe("");
    expect(texts(box, "[role=option]")).toEqual([]);
    expect(document.activeElement).toBe(one(box, ".ssc-ans"));
  });

  it("says that cards shown are the same, and goes back to the point", async () => {
    const { model, box } = await opened();
    press("m");
    expect(one(box, ".ssc-qtitle").textContent).toBe("Which of these are the same?");
    expect(texts(box, ".ssc-ans > button")).toEqual(["Same thingM", "All are differentEnter"]);
    press("x");
    press("Escape");
    expect(one(box, ".ssc-qtitle").textContent).toBe(ROW.title);
    for (const key of ["m", "1", "3", "m"]) press(key);
    expect(model.take()).toEqual([]);
    press("Enter");
    expect(model.take()).toEqual([{ type: "sort_cards", key: ROW.key, piles: [[1, 3]] }]);
    expect(one(box, ".ssc-qtitle").textContent).toBe(ROW.title);
    press("2");
    expect(model.take()).toEqual([{ type: "place_checked", key: ROW.key, choice: 2 }]);
  });

  it("has neither where all cards are shown", async () => {
    const { model, root, box } = await opened({ ...ROW, others: 0 });
    expect(one(box, ".ssc-another").hidden).toBe(true);
    press("a");
    press("m");
    expect(document.activeElement).toBe(one(box, ".ssc-ans"));
    expect(one(box, ".ssc-qtitle").textContent).toBe(ROW.title);
    expect(model.take().filter(({ type }) => type === "search_cards")).toEqual([]);
    expect(root.querySelectorAll(".ssc-drawn")).toHaveLength(1);
  });
});
