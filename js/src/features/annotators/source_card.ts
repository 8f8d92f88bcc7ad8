/** A card of one function or person: how often it errs, what it costs, what can be done. */

import type { ErrorLine, Meter, SourceCard, TurnSource } from "../../contract";
import { h, pushButton, show } from "../../core/dom";
import type { TermsForm } from "./terms_form";
import * as words from "./text";

export type Act = (name: string, act: TurnSource["act"]) => void;

/** `form` changes what a function costs and how often it is asked; a person has none. */
export function sourceCard(card: SourceCard, act: Act, form: TermsForm | null): HTMLElement {
  const head = h(
    "div",
    { class: "ssc-srchead" },
    h("b", { dir: "auto", title: card.title }, card.title),
    h("span", { class: "ssc-muted" }, card.kind),
    h("span", { class: "ssc-muted ssc-num" }, card.answers),
  );
  const lines = [card.error && errorLine(card.error), card.cost && meter(card.cost)];
  const condition = h("p", { class: card.is_failure ? "ssc-bad" : null }, card.condition);
  show(condition, !!card.condition);
  const worse = h("p", { class: "ssc-bad", dir: "auto" }, card.worse);
  show(worse, !!card.worse);
  const notes = card.notes.map((note) => h("p", { class: "ssc-muted", dir: "auto" }, note));
  const verbs = h("div", { class: "ssc-row" }, ...buttons(card, act, form));
  const about = { class: "ssc-source", role: "group", "aria-label": card.title };
  return h("div", about, head, ...lines, condition, worse, ...notes, verbs, form?.el);
}

function buttons(card: SourceCard, act: Act, form: TermsForm | null): HTMLElement[] {
  const { name, title, turn, rest, take_back } = card;
  const made: HTMLElement[] = [];
  const add = (which: TurnSource["act"], text: string, extra = ""): void => {
    const label = words.ofSource(text, title);
    const style = `ssc-b ssc-small ${extra}`.trim();
    const about = { class: style, "aria-label": label, "data-act": which };
    const button = pushButton({ ...about, onclick: () => act(name, which) }, text);
    made.push(button);
  };
  for (const which of [turn, rest]) if (which) add(which, words.TURNS[which], "ssc-line");
  if (form) made.push(termsButton(title, form));
  if (take_back) add("take_back", take_back, "ssc-takeback");
  return made;
}

function termsButton(title: string, form: TermsForm): HTMLElement {
  const label = words.ofSource(words.TERMS, title);
  const about = { "aria-label": label, "aria-expanded": String(form.isOpen), "data-act": "terms" };
  const style = "ssc-b ssc-small ssc-line";
  form.opener = pushButton({ class: style, ...about, onclick: () => form.toggle() }, words.TERMS);
  return form.opener;
}

const place = (share: number): string => `${Math.round(10_000 * share) / 100}%`;

/** An interval as a line, with a dot where the estimate is. */
function errorLine({ begin, at, end, text, about }: ErrorLine): HTMLElement {
  const bar = h("i", { style: `left:${place(begin)};right:${place(1 - end)}` });
  const dot = h("b", { style: `left:${place(at)}` });
  const picture = h("span", { class: "ssc-rate", role: "img", "aria-label": about }, bar, dot);
  return line(words.ERROR_RATE, picture, text, about);
}

function meter({ label, share, text, about }: Meter): HTMLElement {
  const part = share === null ? null : h("i", { style: `width:${place(share)}` });
  const style = share === null ? "ssc-meter ssc-nolimit" : "ssc-meter";
  const picture = h("span", { class: style, role: "img", "aria-label": about }, part);
  return line(label, picture, text, about);
}

const line = (label: string, picture: Element, text: string, title: string): HTMLElement =>
  h(
    "div",
    { class: "ssc-srcline", title },
    h("span", { class: "ssc-muted" }, label),
    picture,
    h("span", { class: "ssc-num" }, text),
  );
