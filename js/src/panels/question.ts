/** The question: which pair, how the two differ, why this one, and the three answers. */

import { kindOf } from "../content/cards";
import { LargeImage } from "../content/large";
import { widener } from "../content/panelwidth";
import { reading } from "../content/reading";
import type { AnswerKind, Question } from "../contract";
import * as words from "../sentences";
import { h, put, say, show } from "../ui/dom";
import { icon, linkIcon } from "../ui/icons";
import { type Folds, section } from "../ui/section";
import { openAsked, openQuestion, type Panel, type View } from "../view";
import { Forms } from "./forms";

const ANSWERS: AnswerKind[] = ["must", "cannot", "unknown"];

export interface QuestionPanel extends Panel {
  readonly el: HTMLElement;
  /** Give the answers the focus; their keys are live wherever it is in the widget. */
  focus(): void;
  /** The other forms, and the menu that chooses one. */
  readonly forms: Forms;
  /** One of its images over the plot. */
  readonly large: LargeImage;
}

export function question(
  view: View,
  folds: Folds,
  answer: (kind: AnswerKind) => void,
): QuestionPanel {
  const part = section("ssc-question", () => {
    const open = folds.toggle("question", true);
    sync();
    if (open) view.reveal(part.el);
  });
  const rest = h("p", { class: "ssc-muted" });
  const large = new LargeImage(view);
  const shown = reading(view, (row, name) => large.open(row, name));
  const buttons = ANSWERS.map((kind) => answerButton(view, kind, () => answer(kind)));
  const group = h(
    "div",
    { class: "ssc-ans", role: "group", tabindex: -1, "aria-labelledby": shown.id },
    ...buttons.map((button) => button.el),
  );
  const card = h("div", { class: "ssc-qgrid ssc-asked" }, shown.el, group);
  part.body.append(rest, card);
  const forms = new Forms(view);
  const close = forms.join(part, closer(view));
  const wider = widener(view);
  close.before(wider.el);

  const sync = (): void => {
    const asked = openQuestion(view);
    const any = openAsked(view);
    part.paint(
      any ? words.question(any.number) : words.QUESTION,
      summary(asked),
      folds.isOpen("question", true),
    );
    show(rest, !any);
    show(card, !!asked);
    show(close, !!any);
    rest.replaceChildren(...invitation(view));
    put(part.el, "data-pair", !!asked);
    put(card, "data-content", asked && kindOf(asked));
    shown.paint(asked);
    for (const each of [...buttons, wider, large, forms]) each.sync();
  };
  const focus = (): void => {
    if (!forms.focus()) group.focus({ preventScroll: true });
  };
  return { el: part.el, forms, large, focus, sync };
}

function closer(view: View): HTMLElement {
  return h(
    "button",
    {
      class: "ssc-close",
      type: "button",
      "aria-label": words.CLOSE_QUESTION,
      title: words.CLOSE_QUESTION_HINT,
      onclick: () => view.send({ type: "dismiss_question" }),
    },
    icon("close"),
  );
}

function invitation({ state, local }: View): (Node | string)[] {
  if (local.disconnected) return [state.ended ? words.ENDED_REST : words.PAUSED];
  const { shape } = state.shapes;
  if (state.asking) return [words.LOOKING_FOR[shape]];
  if (state.exhausted) return [words.EXHAUSTED];
  const [before, after] = words.NO_QUESTION_OF[shape];
  return [before, h("b", {}, words.SUGGEST), after];
}

function summary(asked: Question | null): string[] {
  return asked ? [asked.strategy] : [];
}

function answerButton(view: View, kind: AnswerKind, onclick: () => void): Panel {
  const key = h("kbd", { "aria-hidden": "true" });
  const el = h(
    "button",
    { type: "button", "data-kind": kind, onclick },
    linkIcon(kind),
    h("span", {}, words.KIND_NAMES[kind]),
    key,
  );
  const sync = (): void => {
    const letter = view.state.keys[kind].toUpperCase();
    say(key, letter);
    el.setAttribute("aria-keyshortcuts", letter);
    el.disabled = view.local.disconnected;
    put(el, "aria-disabled", view.local.answered === null ? null : "true");
  };
  return { el, sync };
}
