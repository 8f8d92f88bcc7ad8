import type { AnswerKind, Question } from "../../contract";
import { h, pushButton, put, setText, show } from "../../core/dom";
import * as common from "../../core/text";
import { openAsked, openQuestion, type Panel, type View } from "../../core/view_state";
import { kindOf } from "../../page/pair_cards";
import { linkIcon } from "../../ui/icons";
import { closer, type Folds, section } from "../../ui/section";
import { reading } from "./question_text";
import * as words from "./text";

const ANSWERS: AnswerKind[] = ["must", "cannot", "unknown"];

export interface QuestionPanel extends Panel {
  readonly el: HTMLElement;
  /** Focus the answers; their keys work anywhere in the widget. */
  focus(): void;
  /** The button that opens the menu of forms. */
  readonly typeButton: HTMLButtonElement;
  /** The forms besides the pair take their places. */
  join(forms: OtherForms): void;
}

/** The forms of a question besides the pair. */
export interface OtherForms {
  readonly elements: readonly HTMLElement[];
  /** Give the one that is open the focus; whether one is. */
  focus(): boolean;
}

/** What the question needs from other features. */
export interface Asks {
  answer(kind: AnswerKind): void;
  /** Show an image of a point over the plot. */
  enlarge(row: number, name: string): void;
}

/** `typeButton` opens the menu of question types, and shows the chosen one. */
export function question(
  view: View,
  folds: Folds,
  asks: Asks,
  typeButton: Panel & { readonly el: HTMLButtonElement },
): QuestionPanel {
  const part = section("ssc-question", () => {
    const open = folds.toggle("question", isSuggested(view));
    sync();
    if (open) view.reveal(part.el);
  });
  const rest = h("p", { class: "ssc-muted" });
  const shown = reading(view, asks.enlarge);
  const buttons = ANSWERS.map((kind) => answerButton(view, kind, () => asks.answer(kind)));
  const group = h(
    "div",
    { class: "ssc-ans", role: "group", tabindex: -1, "aria-labelledby": shown.id },
    ...buttons.map((button) => button.el),
  );
  const card = h("div", { class: "ssc-qgrid ssc-asked" }, ...shown.elements, group);
  part.body.append(rest, card);
  const close = shutter(view);
  part.el.insertBefore(h("div", { class: "ssc-hx" }, typeButton.el, close), part.body);
  let others: OtherForms | null = null;

  const sync = (): void => {
    const asked = openQuestion(view);
    const any = openAsked(view);
    const { past } = view.local;
    part.paint(
      any ? words.question(any.number) : words.QUESTION,
      past ? [words.PAUSED_PAST] : summary(asked),
      !past && folds.isOpen("question", isSuggested(view)),
    );
    show(rest, !any);
    show(card, !!asked);
    show(close, !!any);
    rest.replaceChildren(...invitation(view));
    put(part.el, "data-pair", !!asked);
    put(card, "data-content", asked && kindOf(asked));
    shown.paint(asked);
    for (const each of [...buttons, typeButton]) each.sync();
  };
  const focus = (): void => {
    if (!others?.focus()) group.focus({ preventScroll: true });
  };
  const join = (forms: OtherForms): void => {
    others = forms;
    part.body.append(...forms.elements);
  };
  return { el: part.el, typeButton: typeButton.el, focus, join, sync };
}

/** Without a question the table of the selected points has the room. */
const isSuggested = (view: View): boolean => !!openAsked(view) || !view.local.listed;

const shutter = (view: View): HTMLElement =>
  closer(words.CLOSE_QUESTION, words.CLOSE_QUESTION_HINT, () =>
    view.send({ type: "dismiss_question" }),
  );

function invitation({ state, local }: View): (Node | string)[] {
  if (local.disconnected) return [state.ended ? words.ENDED_REST : words.PAUSED];
  const { current } = state.question_types;
  if (state.asking) return [words.LOOKING_FOR[current]];
  if (state.exhausted) return [words.EXHAUSTED];
  const next = h("b", {}, common.NEXT_QUESTION);
  if (state.links.length) return [next, words.findsQuestion(current)];
  return [words.NO_QUESTION, next, words.findsQuestion(current), words.OR_LINK];
}

function summary(asked: Question | null): string[] {
  return asked ? [asked.strategy] : [];
}

function answerButton(view: View, kind: AnswerKind, onclick: () => void): Panel {
  const key = h("kbd", { "aria-hidden": "true" });
  const el = pushButton(
    { "data-kind": kind, onclick },
    linkIcon(kind),
    h("span", {}, words.ANSWERS[kind]),
    key,
  );
  const sync = (): void => {
    const letter = view.state.keys[kind].toUpperCase();
    setText(key, letter);
    el.setAttribute("aria-keyshortcuts", letter);
    el.disabled = view.local.disconnected;
    put(el, "aria-disabled", view.local.answered === null ? null : "true");
  };
  return { el, sync };
}
