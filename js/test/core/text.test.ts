/**
 * Every text of the page is in a file `text.ts` or comes from the kernel. Here each letter of these is
 * replaced by its wide form before the page is shown: a plain letter on it comes from elsewhere.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { State } from "../../src/contract";
import type { Shown } from "../fixtures";

const TEXTS = Object.keys(import.meta.glob("../../src/**/text.ts"));

type Fixtures = typeof import("../fixtures");

const wide = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0),
  );

/** The same value with all text in it widened, and that of functions when they are called. */
function widened(value: unknown, kept: readonly string[] = []): unknown {
  if (typeof value === "string") return wide(value);
  if (typeof value === "function") return (...given: unknown[]) => widened(value(...given));
  if (Array.isArray(value)) return value.map((each) => widened(each, kept));
  if (value === null || typeof value !== "object" || value instanceof RegExp) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    kept.includes(name) ? each : widened(each, kept),
  ]);
  return Object.fromEntries(entries);
}

/** Words of the state that are not shown as they are. */
const CODES = ["kind", "type", "id", "image", "current", "question_type", "painter"];
const NAMES = ["aria-label", "title", "placeholder", "alt", "aria-roledescription"];

/** Texts and names on the page with a plain letter in them; the keys' own letters are none. */
function strangers(root: HTMLElement): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest("style,kbd")) texts.push(node.textContent ?? "");
  }
  for (const element of root.querySelectorAll("*")) {
    for (const name of NAMES) texts.push(element.getAttribute(name) ?? "");
  }
  const letters = (text: string): string => text.replace(/\{\w\}/g, "");
  return [...new Set(texts.filter((text) => /[A-Za-z]/.test(letters(text))))];
}

describe("the words on the page", () => {
  let page: Fixtures;
  let view: Shown;

  beforeEach(async () => {
    vi.resetModules();
    for (const path of TEXTS) vi.doMock(path, async (original) => widened(await original()));
    page = await import("../fixtures");
  });
  afterEach(() => {
    view.dispose();
    for (const path of TEXTS) vi.doUnmock(path);
    vi.resetModules();
  });

  const show = async (change: Partial<State> = {}): Promise<HTMLElement> => {
    const state = widened({ ...page.STATE, ...change }, CODES) as State;
    view = await page.shown({ ...state, keys: page.STATE.keys });
    return view.root;
  };
  const put = (change: Partial<State>): void =>
    view.model.put(widened(change, CODES) as Partial<State>);
  const click = (selector: string): void => page.one(view.root, selector).click();

  it("are told from others", async () => {
    const root = await show();
    expect(root.textContent).toContain(wide("Next question"));
    expect(strangers(root)).toEqual([]);
    root.append("Hello");
    expect(strangers(root)).toEqual(["Hello"]);
  });

  it("are in a text.ts or the state while a question is asked", async () => {
    const links = [page.link(1, 0, 1), page.link(2, 1, 2, { violated: true, soft: true })];
    const root = await show({ question: page.QUESTION, links, undo_label: "must-link 0 – 1" });
    expect(strangers(root)).toEqual([]);
    for (const change of [
      { asking: true },
      { exhausted: true },
      { exhausted: false, asking: false },
    ]) {
      put({ question: null, ...change });
      expect(strangers(root)).toEqual([]);
    }
    put({ links: [page.link(1, 0, 1, { suspected: true, why: "So.", enforceable: true })] });
    put({ settings: { ...page.STATE.settings, softly: true, softly_help: "It costs." } });
    expect(strangers(root)).toEqual([]);
    put({ settings: { ...page.STATE.settings, uses_constraints: false } });
    expect(strangers(root)).toEqual([]);
    put({ links: Array.from({ length: 300 }, (_, k) => page.link(k + 1, 0, 1)) });
    expect(strangers(root)).toEqual([]);
  });

  it("are there while a point is placed, and while some are sorted", async () => {
    const { PLACEMENT, TYPES, SORTING } = await import("../question_types");
    const root = await show({ question_types: TYPES, placement: PLACEMENT });
    expect(strangers(root)).toEqual([]);
    click(".ssc-hx [aria-haspopup]");
    expect(strangers(root)).toEqual([]);
    page.press("Escape");
    put({ placement: null, sorting: SORTING });
    for (const key of ["1", "2", "3", "Backspace", "Backspace", "Backspace", "Backspace"]) {
      page.one(root, ".ssc-card[aria-current]").focus();
      page.press(key);
      expect(strangers(root)).toEqual([]);
    }
    for (const current of ["pair", "place", "sort"] as const) {
      put({ sorting: null, question_types: { ...TYPES, current } });
      expect(strangers(root)).toEqual([]);
      put({ asking: true });
      expect(strangers(root)).toEqual([]);
      put({ asking: false });
    }
  });

  it("are there in every step of a link", async () => {
    const root = await show({ question: page.QUESTION });
    for (const [index, key] of [
      [0, "c"],
      [1, "Escape"],
      [2, "Escape"],
    ] as const) {
      page.clickAt(root, index);
      expect(strangers(root)).toEqual([]);
      page.press(key);
      expect(strangers(root)).toEqual([]);
    }
    page.clickAt(root, 1);
    page.clickAt(root, 2);
    expect(strangers(root)).toEqual([]);
    put({ question: null });
    for (const key of ["Escape", "m", "s"]) {
      page.press(key);
      expect(strangers(root)).toEqual([]);
    }
    click(".ssc-seg label:nth-child(2) input");
    expect(strangers(root)).toEqual([]);
  });

  it("are there in a lasso's menu", async () => {
    const lasso = { indices: [0, 1], count: 2, preview_must: [], must_links: 1 };
    const root = await show({ lasso: { ...lasso, cannot_links: null, group: null } });
    expect(strangers(root)).toEqual([]);
    click("[role=menuitem]:nth-of-type(3)");
    expect(strangers(root)).toEqual([]);
    put({ lasso: { ...lasso, cannot_links: 3, group: [3] } });
    expect(strangers(root)).toEqual([]);
    put({ lasso: { ...lasso, indices: [], count: 0, cannot_links: null, group: [3] } });
    expect(strangers(root)).toEqual([]);
    put({ lasso: null });
    page.one(root, "[role=region]").focus();
    page.press("l");
    page.drag(root, [
      [10, 10],
      [40, 10],
      [40, 40],
    ]);
    expect(strangers(root)).toEqual([]);
  });

  it("are there in a conflict", async () => {
    const step = { ...page.CONFLICT.new, answer: 3, number: 3, who: "", given: false };
    const chain = [{ ...step, given: true }, ...Array.from({ length: 70 }, () => step)];
    const root = await show({ conflict: { ...page.CONFLICT, chain } });
    expect(strangers(root)).toEqual([]);
  });

  it("are there in the forms, the card of keys and the banner", async () => {
    const param = { name: "one", label: "One", help: "What it does.", value: null };
    const root = await show({
      error: "The kernel raised ValueError: no message. Try again, or run the cell again.",
      clusters: Array.from({ length: 30 }, (_, id) => ({ id, name: `Cluster ${id}`, size: 1 })),
      settings: {
        ...page.STATE.settings,
        params: [
          { ...param, type: "real", nullable: true },
          { ...param, name: "two", type: "choice", options: [null] },
          { ...param, name: "three", type: "flag" },
        ],
      },
    });
    click(".ssc-bar [aria-haspopup]");
    expect(page.one(root, ".ssc-params").hidden).toBe(false);
    expect(strangers(root)).toEqual([]);
    page.press("Escape");
    click(".ssc-status .ssc-r button");
    expect(page.one(root, ".ssc-help").hidden).toBe(false);
    expect(strangers(root)).toEqual([]);
  });

  it("are there while a fit takes long, and when the kernel has gone", async () => {
    const root = await show({ disconnected_text: "The kernel has stopped." });
    put({ fit: { text: "Fitting", fraction: 0.5 } });
    await new Promise((done) => setTimeout(done, 600));
    expect(page.one(root, "[role=progressbar]").hidden).toBe(false);
    expect(strangers(root)).toEqual([]);
    put({ fit: null });
    root.classList.add("jupyter-widgets-disconnected");
    await page.settle();
    expect(strangers(root)).toEqual([]);
  });
});

describe("the other files", () => {
  const sources = import.meta.glob(["../../src/**/*.ts", "!../../src/**/text.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  /** What the browser calls keys. */
  const KEYS = /^(Arrow[A-Z][a-z]+|Escape|Enter|Home|End|Tab|Backspace|Page(Up|Down))$/;
  const isText = (text: string): boolean =>
    (/[a-z]{2,}[,.:;]? [a-z]{2,}/i.test(text) || /^[A-Z][a-z]/.test(text)) &&
    !/^ssc-|[({;]/.test(text) &&
    !KEYS.test(text);

  function texts(source: string): string[] {
    const code = source.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/.*/gms, "");
    const literals = [...code.matchAll(/"([^"\n]*)"|`([^`]*)`/g)];
    return literals.map(([, plain, made]) => plain ?? made?.replace(/\$\{[^}]*\}/g, "") ?? "");
  }

  it("have no text of several words, and none that begins with a capital", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(25);
    const found = Object.entries(sources).flatMap(([path, source]) =>
      texts(source)
        .filter(isText)
        .map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it("would be found out", () => {
    const source = 'h("b", { class: "ssc-a ssc-b" }, "Hello", `points left`)';
    expect(texts(source).filter(isText)).toEqual(["Hello", "points left"]);
  });
});
