import { expect, it } from "vitest";
import type { ClusterCard, Example } from "../../../src/contract";
import { CARD } from "../../empty_card";
import { one, press, shown } from "../../fixtures";

const example = (i: number, more: Partial<Example> = {}): Example => ({
  i,
  name: `row ${i}`,
  image: false,
  text: [],
  beside: "",
  could_be: null,
  ...more,
});

async function open(told: Partial<ClusterCard>) {
  const { model, root } = await shown();
  one(root, ".ssc-leg").click();
  model.tell({ ...CARD, ...told });
  const buttons = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(".ssc-point")];
  return { model, root, buttons };
}

it("are names below the edits where there is nothing else to show", async () => {
  const { root, buttons } = await open({
    typical: [example(0), example(1)],
    doubtful: [example(2)],
  });
  expect(buttons().map(({ textContent }) => textContent)).toEqual(["row 0", "row 1", "row 2"]);
  expect(one(root, ".ssc-content").children.length).toBe(0);
  expect(one(root, ".ssc-apart").hidden).toBe(false);
});

it("are texts with their words marked, and markup is text", async () => {
  const text = ["The <b>", "parcel", "</b> was late"];
  const { root, buttons } = await open({
    shown: "texts",
    typical: [example(0, { text, beside: "Mill Street" })],
    doubtful: [example(1, { could_be: 1 })],
    n_doubtful: 4,
  });
  expect(one(root, ".ssc-begins").textContent).toBe("The <b>parcel</b> was late");
  expect(one(root, ".ssc-begins mark").textContent).toBe("parcel");
  expect(root.querySelector(".ssc-begins b")).toBeNull();
  expect(one(root, ".ssc-apart").hidden).toBe(true);
  const [, doubtful] = root.querySelectorAll<HTMLInputElement>(".ssc-content input");
  expect(doubtful?.parentElement?.textContent).toBe("Doubtful 4");
  doubtful?.click();
  expect(buttons()[0]?.textContent).toBe("row 1no text");
  expect(buttons()[0]?.querySelector("svg")).not.toBeNull();
});

it("show the words with their shares, or why there are none", async () => {
  const { model, root } = await open({ shown: "texts", words: null, words_note: "counting" });
  expect(one(root, ".ssc-columns .ssc-muted").textContent).toBe("counting");
  const word = { word: "عصا", share: "61 %", about: "in 61 % of these texts" };
  const words = [{ ...word, lengths: [1, 0.07] as [number, number] }];
  model.tell({ ...CARD, shown: "texts", words });
  const row = one(root, ".ssc-words li");
  expect(row.textContent).toBe("عصا61 %");
  expect(one(row, "button").dir).toBe("auto");
  expect(one(row, "[role=img]").getAttribute("aria-label")).toBe(word.about);
  expect(one(row, "i").style.width).toBe("100%");
  expect(one(row, "u").style.left).toBe("7%");
});

it("search for a word that is clicked, once", async () => {
  const { model, root } = await open({ shown: "texts", words: [] });
  const word = { word: "tree", share: "61 %", about: "", lengths: [1, 0] as [number, number] };
  model.tell({ ...CARD, shown: "texts", words: [word] });
  model.take();
  one(root, ".ssc-word").click();
  expect(model.take()).toContainEqual({ type: "find", text: "tree", start: 0 });
  const field = one<HTMLInputElement>(root, ".ssc-find input");
  expect([field.value, document.activeElement]).toEqual(["tree", field]);
  field.value = "";
  field.dispatchEvent(new Event("input"));
  model.put({});
  expect(field.value).toBe("");
  expect(model.take()).toEqual([]);
});

it("offer a name that one key takes", async () => {
  const { model, root } = await open({ suggested: "Tree pruning", named: false });
  expect(one(root, ".ssc-offer").textContent).toBe("SuggestedTree pruningAcceptA");
  one(root, ".ssc-figure").focus();
  press("a");
  expect(model.sent.at(-1)).toEqual({ type: "rename", cluster: 0, name: "Tree pruning" });
  const sent = model.sent.length;
  model.tell({ ...CARD, named: true });
  expect(one(root, ".ssc-offer").textContent).toBe("");
  press("a");
  expect(model.sent.length).toBe(sent);
});

it("say what a person's function says as text", async () => {
  const { root } = await open({ described: [["<i>trees</i>", false]] });
  expect(one(root, ".ssc-said").textContent).toBe("<i>trees</i>");
  expect(root.querySelector(".ssc-said i")).toBeNull();
});

it("are a contact sheet once the images have come, and tiles where none can be drawn", async () => {
  const { model, root, buttons } = await open({
    shown: "images",
    typical: [example(0, { image: true }), example(1, { image: true })],
    doubtful: [example(2, { image: true, could_be: 1 })],
  });
  expect(buttons()[0]?.querySelector("img")).toBeNull();
  const png = "data:image/png;base64,AAAA";
  const images: [number, string][] = [
    [0, png],
    [1, "javascript:alert(1)"],
    [2, png],
  ];
  model.tell({ type: "images", images });
  expect(buttons()[0]?.querySelector("img")?.getAttribute("src")).toBe(png);
  expect(buttons()[0]?.getAttribute("aria-label")).toBe("Image of point row 0");
  expect(one(buttons()[1] as HTMLElement, ".ssc-gone").title).toBe("image not available");
  expect(buttons()[2]?.getAttribute("aria-label")).toMatch(/^Image of point row 2, could be /);
  buttons()[0]?.focus();
  press("Enter");
  expect(one(root, ".ssc-large").hidden).toBe(false);
});
