/** The question: which pair, how the two differ, why this one, and the three answers. */

import type { AnswerKind, Extra, Feature, Question } from "../contract";
import { glyph } from "../plot/palette";
import * as words from "../sentences";
import { h, middled, put, say, show, uid, whenChanged } from "../ui/dom";
import { icon, linkIcon } from "../ui/icons";
import { type Folds, section } from "../ui/section";
import { openAsked, openQuestion, type Panel, type View } from "../view";
import { Forms } from "./forms";

const ANSWERS: AnswerKind[] = ["must", "cannot", "unknown"];

export interface QuestionPanel extends Panel {
  /** Give the answers the focus; their keys are live wherever it is in the widget. */
  focus(): void;
  /** The other forms, and the menu that chooses one. */
  readonly forms: Forms;
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
  const title = h("p", { class: "ssc-qtitle", id: uid("question") });
  const facts = h("div", { class: "ssc-facts" });
  const why = h("p", { class: "ssc-why" });
  const buttons = ANSWERS.map((kind) => answerButton(view, kind, () => answer(kind)));
  const group = h(
    "div",
    { class: "ssc-ans", role: "group", tabindex: -1, "aria-labelledby": title.id },
    ...buttons.map((button) => button.el),
  );
  const card = h("div", {}, title, h("div", { class: "ssc-qgrid" }, facts, why, group));
  part.body.append(rest, card);
  const forms = new Forms(view);
  const close = forms.join(part, closer(view));

  const paint = whenChanged((asked: Question | null) => {
    if (!asked) return;
    say(title, asked.title);
    put(title, "title", asked.title);
    facts.replaceChildren(pair(asked), ...(asked.features.length ? [features(asked)] : []));
    why.replaceChildren(h("b", {}, words.WHY), ` ${asked.reason}`);
  });
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
    paint(asked);
    for (const each of [...buttons, forms]) each.sync();
  };
  const focus = (): void => {
    if (!forms.focus()) group.focus({ preventScroll: true });
  };
  return { el: part.el, forms, focus, sync };
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

function pair({ a, b, clusters, cluster_ids, extra }: Question): HTMLElement {
  const point = (name: string, cluster: string, id: number, more: Extra): HTMLElement =>
    h(
      "div",
      {},
      glyph(id, 1.3),
      h("b", { title: name }, ...middled(words.pointName(name))),
      h("span", { class: "ssc-muted" }, words.inCluster(cluster)),
      more.image?.startsWith("data:image/")
        ? h("img", { src: more.image, alt: words.pointName(name) })
        : null,
      ...more.rows.map(([label, text]) =>
        h(
          "span",
          { class: "ssc-extra" },
          label ? h("span", { class: "ssc-muted" }, `${label} `) : null,
          text,
        ),
      ),
    );
  return h(
    "div",
    { class: "ssc-pair" },
    point(a, clusters[0], cluster_ids[0], extra[0]),
    point(b, clusters[1], cluster_ids[1], extra[1]),
  );
}

function features({ a, b, cluster_ids, features: rows }: Question): HTMLElement {
  const bar = (name: string, value: string, width: number, id: number): Node[] => [
    h("span", { class: "ssc-id", title: name }, ...middled(name)),
    h(
      "span",
      { class: "ssc-track" },
      h("i", { "data-cluster": id, style: `width:${percent(width)}%` }),
    ),
    h("span", { class: "ssc-v ssc-num", title: value }, value),
  ];
  const row = ({ name, values, bars }: Feature): HTMLElement =>
    h(
      "div",
      { class: "ssc-feat" },
      h("span", { class: "ssc-n", title: name }, name),
      ...bar(a, values[0], bars[0], cluster_ids[0]),
      ...bar(b, values[1], bars[1], cluster_ids[1]),
    );
  const attributes = {
    class: "ssc-feats",
    role: "group",
    "aria-label": words.FEATURES,
  };
  return h("div", attributes, ...rows.map(row));
}

const percent = (share: number): number => Math.round(100 * Math.min(1, Math.max(0, share)));

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
