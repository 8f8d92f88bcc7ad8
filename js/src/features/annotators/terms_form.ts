/** How often a function may be asked, and what an answer of it costs: fields below its card. */

import type { SetTerms, Terms } from "../../contract";
import { focusOf, h, pushButton, put, show } from "../../core/dom";
import { CANCEL } from "../../core/text";
import * as words from "./text";

type Change = (terms: Pick<SetTerms, "cost" | "most">) => void;

export class TermsForm {
  readonly el: HTMLElement;
  /** Of the card, as it is painted last; the focus goes back to it. */
  opener: HTMLElement | null = null;
  private readonly most = numberField("most", "1");
  private readonly cost = numberField("cost", "any");
  private terms: Terms = { cost: 0, most: null };

  constructor(
    title: string,
    private readonly change: Change,
  ) {
    put(this.most, "placeholder", words.NO_LIMIT);
    const send = h(
      "button",
      { type: "submit", class: "ssc-b ssc-line ssc-small" },
      words.SET_TERMS,
    );
    const cancel = pushButton({ class: "ssc-b ssc-small", onclick: () => this.close() }, CANCEL);
    const about = {
      ...{ class: "ssc-terms", novalidate: true, "aria-label": words.ofSource(words.TERMS, title) },
      onsubmit: (event: Event) => this.send(event),
    };
    const [most, cost] = [labelled(words.MOST, this.most), labelled(words.COST, this.cost)];
    this.el = h("form", about, most, cost, h("div", { class: "ssc-row" }, send, cancel));
    show(this.el, false);
  }

  get isOpen(): boolean {
    return !this.el.hidden;
  }

  /** What is true now; fields that are open keep what was typed. */
  paint(terms: Terms): void {
    this.terms = terms;
  }

  toggle(): void {
    if (this.isOpen) return this.close();
    this.most.value = this.terms.most === null ? "" : String(this.terms.most);
    this.cost.value = String(this.terms.cost);
    this.shown(true);
    this.most.focus({ preventScroll: true });
    this.most.select();
  }

  /** Escape leaves all as it is. */
  press(key: string): boolean {
    if (!this.isOpen || key !== "Escape" || !this.el.contains(focusOf(this.el))) return false;
    this.close();
    return true;
  }

  private close(): void {
    this.shown(false);
    this.opener?.focus({ preventScroll: true });
  }

  private shown(open: boolean): void {
    show(this.el, open);
    if (this.opener) put(this.opener, "aria-expanded", String(open));
  }

  private send(event: Event): void {
    event.preventDefault();
    const cost = this.cost.value === "" ? null : this.cost.valueAsNumber;
    const most = this.most.value === "" ? null : this.most.valueAsNumber;
    this.close();
    this.change({ cost, most });
  }
}

const numberField = (name: string, step: string): HTMLInputElement =>
  h("input", { type: "number", min: 0, step, "data-act": name, autocomplete: "off" });

const labelled = (text: string, field: HTMLElement): HTMLElement =>
  h("label", {}, h("span", { class: "ssc-muted" }, text), field);
