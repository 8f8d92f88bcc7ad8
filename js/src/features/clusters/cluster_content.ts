/** What a cluster is about: the words of its texts, typical and doubtful texts, a contact sheet. */

import type { ClusterCard, Example, WordShare } from "../../contract";
import { h, pushButton, s, uid } from "../../core/dom";
import type { View } from "../../core/view_state";
import { fillOf, glyph } from "../../plot/palette";
import { picture } from "../../ui/image_and_text";
import * as words from "./text";

export type Which = "typical" | "doubtful";

/** What a person does with a point of the card. */
export interface Takes {
  pick(index: number): void;
  choose(which: Which): void;
  find(word: string): void;
}

/** The content above the features; nothing where points have names alone. */
export function content(view: View, card: ClusterCard, which: Which, takes: Takes): HTMLElement[] {
  if (card.shown === "images") return sheets(view, card, takes);
  if (card.shown === "points") return [];
  const told = card.words?.length || card.words_note;
  const columns = [told ? topWords(card, takes) : null, texts(card, which, takes)];
  return [h("div", { class: told ? "ssc-columns" : null }, ...columns)];
}

function topWords({ id, words: found, words_note: note }: ClusterCard, takes: Takes): HTMLElement {
  const tick = s("svg", { viewBox: "0 0 10 14" }, s("rect", { x: 4, width: 2, height: 14 }));
  const key = h("span", { class: "ssc-key", "aria-hidden": "true" }, tick, words.OTHER_TEXTS);
  return h(
    "div",
    {},
    h("div", { class: "ssc-sub" }, h("b", {}, words.TOP_WORDS), found?.length ? key : null),
    note ? h("p", { class: "ssc-muted" }, note) : null,
    found?.length
      ? h("ul", { class: "ssc-words" }, ...found.map((each) => bar(each, id, takes)))
      : null,
  );
}

function bar({ word, share, lengths, about }: WordShare, id: number, takes: Takes): HTMLElement {
  const percent = (length: number): string => `${(100 * length).toFixed(1)}%`;
  const [here, rest] = lengths.map(percent);
  return h(
    "li",
    { title: about },
    pushButton(
      { class: "ssc-word", dir: "auto", title: words.find(word), onclick: () => takes.find(word) },
      word,
    ),
    h(
      "span",
      { class: "ssc-track", role: "img", "aria-label": about },
      h("i", { style: `width:${here};--ssc-fill:${fillOf(id)}` }),
      h("u", { style: `left:${rest}` }),
    ),
    h("span", { class: "ssc-num", "aria-hidden": "true" }, share),
  );
}

function texts(card: ClusterCard, which: Which, takes: Takes): HTMLElement {
  const name = uid("texts");
  const choice = (mine: Which, label: string): HTMLElement => {
    const checked = mine === which;
    const input = h("input", { type: "radio", name, checked, onchange: () => takes.choose(mine) });
    return h("label", { class: checked ? "ssc-on" : null }, input, label);
  };
  const kinds = h(
    "span",
    { class: "ssc-seg ssc-small", role: "radiogroup", "aria-label": words.WHICH_TEXTS },
    choice("typical", words.TYPICAL),
    choice("doubtful", words.doubtful(card.n_doubtful)),
  );
  return h(
    "div",
    {},
    h("div", { class: "ssc-sub" }, h("b", {}, words.TEXTS), kinds),
    h("div", { class: "ssc-texts" }, ...card[which].map((each) => textButton(each, takes))),
  );
}

function textButton({ i, name, text, beside, could_be }: Example, takes: Takes): HTMLElement {
  const pieces = text.map((piece, k) => (k % 2 ? h("mark", {}, piece) : piece));
  return pushButton(
    { class: "ssc-point ssc-text", onclick: () => takes.pick(i) },
    h(
      "span",
      { class: "ssc-said-by" },
      could_be === null ? null : glyph(could_be, 1),
      h("b", { dir: "auto" }, name),
      h("span", { class: "ssc-muted", dir: "auto" }, beside),
    ),
    text.length
      ? h("span", { class: "ssc-begins", dir: "auto" }, ...pieces)
      : h("span", { class: "ssc-muted" }, words.NO_TEXT),
  );
}

/** Typical images spread over the cluster, and doubtful ones with the cluster each could be in. */
function sheets(view: View, card: ClusterCard, takes: Takes): HTMLElement[] {
  const sheet = (title: string, caption: string, some: readonly Example[], small: string) =>
    some.length
      ? [
          h("p", {}, h("b", {}, title), h("span", { class: "ssc-muted" }, caption)),
          h(
            "div",
            { class: `ssc-sheet ${small}` },
            ...some.map((each) => tile(view, each, card.id, takes)),
          ),
        ]
      : [];
  return [
    ...sheet(words.TYPICAL, card.captions[0], card.typical, ""),
    ...sheet(words.DOUBTFUL, card.captions[1], card.doubtful, "ssc-doubt"),
  ];
}

/** Enter, which the card hears of, shows it large. */
function tile(
  view: View,
  { i, name, image, could_be }: Example,
  cluster: number,
  takes: Takes,
): HTMLElement {
  const drawn = image ? picture(view, i, "") : null;
  const other = view.state.clusters.find(({ id }) => id === could_be)?.name ?? "";
  const about = words.imageOfPoint(name, other);
  const button = pushButton(
    {
      class: "ssc-point",
      title: about,
      "aria-label": about,
      "data-large": drawn ? i : null,
      onclick: () => takes.pick(i),
    },
    drawn ?? h("span", { class: "ssc-gone", title: words.NO_IMAGE }, glyph(could_be ?? cluster, 1)),
  );
  return h("span", {}, button, could_be === null ? null : glyph(could_be, 0.95));
}
