/** The text of a question: title, both points, how they differ, the reason. */

import type { Question } from "../../contract";
import { h, put, setText, uid, whenChanged } from "../../core/dom";
import type { View } from "../../core/view_state";
import { cards, features } from "../../page/pair_cards";
import { fade } from "../../ui/image_and_text";
import * as words from "./text";

export interface Reading {
  /** Title, points and features, which scroll; and the reason, which is always in sight. */
  readonly elements: readonly HTMLElement[];
  /** Id of the title. */
  readonly id: string;
  paint(asked: Question | null): void;
}

/** A question, and which of its images are loaded. */
type Painted = [Question | null, ...boolean[]];

export function reading(view: View, enlarge: (row: number, name: string) => void): Reading {
  const id = uid("question");
  const title = h("p", { class: "ssc-qtitle", id });
  const facts = h("div", { class: "ssc-facts" });
  const why = h("p", { class: "ssc-why" });
  const el = h("div", { class: "ssc-read", onscroll: () => fade(el) }, title, facts);
  // Reading sizes while painting would cost a layout for every painting
  const sizes = new ResizeObserver(() => measure(el));
  view.signal.addEventListener("abort", () => sizes.disconnect());
  const fill = whenChanged(([asked]: Painted) => {
    if (!asked) return;
    setText(title, asked.title);
    put(title, "title", asked.title);
    const bars = asked.features.length ? [features(asked)] : [];
    facts.replaceChildren(cards(view, asked, enlarge), ...bars);
    put(why, "title", asked.reason);
    why.replaceChildren(h("b", {}, words.WHY), ` ${asked.reason}`);
    el.scrollTop = 0;
    sizes.disconnect();
    for (const each of [el, ...el.children, ...texts(el)]) sizes.observe(each);
  });
  const paint = (asked: Question | null): void => fill([asked, ...imagesOf(view, asked)]);
  return { elements: [el, why], id, paint };
}

function imagesOf({ images }: View, asked: Question | null): boolean[] {
  return asked ? [asked.i, asked.j].map((row) => images.has(row)) : [];
}

/** Scrolling text can be reached by keyboard, and fades at its end. */
function measure(el: HTMLElement): void {
  put(el, "tabindex", el.scrollHeight > el.clientHeight + 1 ? 0 : null);
  for (const text of [el, ...texts(el)]) fade(text);
}

const texts = (el: HTMLElement): Iterable<HTMLElement> => el.querySelectorAll(".ssc-tx");
