/** Who answers: you, functions or both; what is known of each, and what is left to you. */

import type { SetTerms, SourceCard, WhoAnswers } from "../../contract";
import { focusOf, h, pushButton, setText, show, uid, whenChanged } from "../../core/dom";
import type { Brought } from "../../core/lazy_bundle";
import { CLOSE_CLUSTER_HINT, NEXT_QUESTION, WHO_ANSWERS } from "../../core/text";
import { isBlocked, isOff, type View } from "../../core/view_state";
import { announcesPause } from "../../page/open_panel";
import type { PageSlots } from "../../page/page_slots";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { sourceCard } from "./source_card";
import { TermsForm } from "./terms_form";
import * as words from "./text";

export const helpers = (view: View, page: PageSlots): Helpers => new Helpers(view, page);

type Choice = WhoAnswers["current"];

const CHOICES: readonly Choice[] = ["people", "functions", "both"];

export class Helpers implements Brought {
  readonly el: HTMLElement;
  private readonly part: Section;
  private readonly radios: HTMLInputElement[];
  private readonly names = CHOICES.map(() => h("span", {}));
  private readonly group: HTMLElement;
  private readonly about = h("p", { class: "ssc-muted" });
  private readonly cards = h("div", {});
  private readonly left = h("div", { class: "ssc-left" });
  private readonly next: HTMLButtonElement;
  private readonly note = h("p", { class: "ssc-muted" });
  private opener: HTMLElement | null = null;
  /** Whether it has been opened by itself, as it is once. */
  private wasShown = false;
  /** By the name of the function: what is being typed outlives a new card. */
  private readonly forms = new Map<string, TermsForm>();
  private readonly fill = whenChanged((found: WhoAnswers) => this.paint(found));

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    const name = uid("who");
    this.radios = CHOICES.map((value) =>
      h("input", { type: "radio", name, value, onchange: () => this.choose(value) }),
    );
    const labels = this.radios.map((radio, k) => h("label", {}, radio, this.names[k]));
    const about = { class: "ssc-seg ssc-full", role: "radiogroup", "aria-label": WHO_ANSWERS };
    this.group = h("span", about, ...labels);
    const key = h("kbd", { "aria-hidden": "true" }, view.state.keys.next.toUpperCase());
    const suggest = (): void => page.actions().suggest();
    this.next = pushButton({ class: "ssc-b ssc-main", onclick: suggest }, NEXT_QUESTION, key);
    this.part = section("ssc-detail ssc-helpers", () => {
      page.folds.toggle("helpers", true);
      view.set({});
    });
    this.el = this.part.el;
    const close = closer(words.CLOSE_WHO, CLOSE_CLUSTER_HINT, () => this.leave());
    this.el.insertBefore(close, this.part.body);
    const row = h("div", { class: "ssc-row" }, this.next);
    this.part.body.append(this.group, this.about, this.cards, this.left, row, this.note);
    page.side.prepend(this.el);
  }

  toggle(): void {
    const { view } = this;
    if (announcesPause(view)) return;
    if (this.isOpen) return this.leave();
    this.opener = focusOf(view.root) as HTMLElement | null;
    view.set({ openPanel: { kind: "helpers" }, sideHidden: false });
    view.reveal(this.el, true);
    this.target().focus({ preventScroll: true });
  }

  press(event: KeyboardEvent): boolean {
    const inside = this.el.contains(focusOf(this.el));
    if (!this.isOpen || !inside || isBlocked(this.view) || event.key !== "Escape") return false;
    for (const form of this.forms.values()) if (form.press(event.key)) return true;
    this.leave();
    return true;
  }

  sync(): void {
    const { state, local } = this.view;
    const found = state.who_answers;
    if (!found && this.isOpen) local.openPanel = null;
    if (found?.functions && !this.wasShown) this.begin();
    const open = this.isOpen && !!found && !local.past;
    show(this.el, open);
    if (!open) return;
    this.part.paint(WHO_ANSWERS, [], this.page.folds.isOpen("helpers", true));
    this.fill(found);
    const off = isOff(this.view) || !!state.conflict;
    for (const each of this.part.body.querySelectorAll("button,input"))
      (each as HTMLButtonElement).disabled = off;
    for (const each of this.radios) each.disabled = off || !found.can_ask;
  }

  private get isOpen(): boolean {
    return this.view.local.openPanel?.kind === "helpers";
  }

  /** Open it once by itself, where nothing else is open and the session is not the first. */
  private begin(): void {
    const { state, local } = this.view;
    this.wasShown = true;
    const busy = state.asking || state.question || state.conflict || local.openPanel;
    if (!busy && !state.first_run && !isOff(this.view)) local.openPanel = { kind: "helpers" };
  }

  private target(): HTMLElement {
    return this.radios.find(({ checked, disabled }) => checked && !disabled) ?? this.next;
  }

  private choose(value: Choice): void {
    this.view.send({ type: "who_answers", value });
  }

  private paint(found: WhoAnswers): void {
    const held = this.held();
    for (const [k, radio] of this.radios.entries()) {
      const choice = CHOICES[k] as Choice;
      radio.checked = choice === found.current;
      radio.parentElement?.classList.toggle("ssc-on", radio.checked);
      const name = this.names[k];
      if (name) setText(name, words.WHO_ANSWERS[choice][found.functions > 1 ? 1 : 0]);
    }
    show(this.group, found.functions > 0);
    setText(this.about, found.about);
    setText(this.note, found.note);
    const act: Parameters<typeof sourceCard>[1] = (name, which) =>
      this.view.send({ type: "source", name, act: which });
    this.cards.replaceChildren(
      ...found.cards.map((card) => sourceCard(card, act, this.formOf(card))),
    );
    this.left.replaceChildren(...leftTo(found));
    if (held) this.hold(held);
  }

  /** The fields of a function, which are kept while it is there. */
  private formOf({ name, title, terms }: SourceCard): TermsForm | null {
    if (!terms) return null;
    const change = (to: Pick<SetTerms, "cost" | "most">): void =>
      this.view.send({ type: "source_terms", name, ...to });
    const form = this.forms.get(name) ?? new TermsForm(title, change);
    this.forms.set(name, form);
    form.paint(terms);
    return form;
  }

  /** The place of the card that has the focus, and what its button or field does. */
  private held(): [number, string] | null {
    const focused = focusOf(this.cards);
    const at = [...this.cards.children].findIndex((card) => card.contains(focused));
    return at < 0 ? null : [at, (focused as HTMLElement).dataset.act ?? ""];
  }

  /** The focus stays on the button, or on the first of the card where that is gone. */
  private hold([at, act]: [number, string]): void {
    const card = this.cards.children[at];
    const buttons = [...(card?.querySelectorAll<HTMLElement>("[data-act]") ?? [])];
    const same = buttons.find(({ dataset }) => dataset.act === act) ?? buttons[0];
    (same ?? this.target()).focus({ preventScroll: true });
  }

  private leave(): void {
    closePanel(this.view, { openPanel: null }, this.opener);
  }
}

/** What a person is asked because of functions: what, and how many. */
function leftTo({ left, left_total }: WhoAnswers): HTMLElement[] {
  if (!left.length) return [];
  const total = h("span", { class: "ssc-muted ssc-num" }, left_total);
  const head = h("div", { class: "ssc-sub" }, h("b", {}, words.LEFT_TO_YOU), total);
  const rows = left.map(([what, detail, number]) =>
    h(
      "li",
      {},
      h("span", {}, what, " ", h("span", { class: "ssc-muted" }, detail)),
      h("span", { class: "ssc-muted ssc-num" }, number),
    ),
  );
  return [head, h("ul", {}, ...rows)];
}
