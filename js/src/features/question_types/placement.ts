/** The card of a placement question: the representative that a point belongs with, or none. */

import type { Card, Face, Placement, Way } from "../../contract";
import {
  focusOf,
  h,
  middled,
  pushButton,
  put,
  setText,
  show,
  uid,
  whenChanged,
} from "../../core/dom";
import * as common from "../../core/text";
import { facesOf, type Shaped, type View } from "../../core/view_state";
import { once } from "../../input/actions";
import { glyph } from "../../plot/palette";
import { icon, linkIcon } from "../../ui/icons";
import { type Enlarge, face, hasContent, here, shown } from "./card_content";
import { strips } from "./feature_lines";
import * as words from "./text";

type Choice = number | "unknown" | null;

export const place = (view: View, enlarge: Enlarge): Shaped => new Placing(view, enlarge);

class Placing implements Shaped {
  readonly el: HTMLElement;
  private readonly title = h("p", { class: "ssc-qtitle", id: uid("question") });
  private readonly facts = h("div", { class: "ssc-facts" });
  private readonly why = h("p", { class: "ssc-why" });
  private readonly cards = h("div", { class: "ssc-cards" });
  private readonly none = wide(icon("plus"), "0", () => this.give(null));
  private readonly unknown = wide(linkIcon("unknown"), "S", () => this.give("unknown"));
  private readonly group: HTMLElement;
  private readonly paint = whenChanged(
    ([asked]: [Placement | null, ...boolean[]]) => asked && this.refill(asked),
  );

  constructor(
    private readonly view: View,
    private readonly enlarge: Enlarge,
  ) {
    this.group = h(
      "div",
      { class: "ssc-ans", role: "group", tabindex: -1, "aria-labelledby": this.title.id },
      this.cards,
      this.none.el,
      this.unknown.el,
    );
    setText(this.unknown.text, common.KIND_NAMES.unknown);
    const grid = h("div", { class: "ssc-qgrid" }, this.facts, this.why, this.group);
    this.el = h("div", { class: "ssc-place", hidden: true }, this.title, grid);
    for (const name of ["focusin", "focusout", "pointerover", "pointerout"])
      this.group.addEventListener(name, () => queueMicrotask(() => this.preview()));
  }

  focus(): void {
    this.group.focus({ preventScroll: true });
  }

  press(event: KeyboardEvent): boolean {
    const asked = this.view.state.placement;
    if (!asked || this.el.hidden || this.view.state.conflict) return false;
    const choice = chosen(event.key, asked);
    if (choice === undefined) return false;
    if (!event.repeat) this.give(choice);
    return true;
  }

  sync(): void {
    const { local, state } = this.view;
    const asked = local.disconnected ? null : state.placement;
    show(this.el, !!asked);
    this.paint([asked, ...(asked ? here(this.view, facesOf(state)) : [])]);
    const answered = local.answered === null ? null : "true";
    for (const each of this.group.querySelectorAll("button")) put(each, "aria-disabled", answered);
    if (this.previewed && (!asked || state.conflict || answered)) this.preview();
  }

  private give(choice: Choice): void {
    const { view } = this;
    const asked = view.state.placement;
    if (!asked) return;
    const { number, point } = asked;
    once(view, choice, { type: "place", number, point: point.i, choice });
  }

  private previewed = false;

  /** The links that the answer pointed at would add are drawn on the plot. */
  private preview(): void {
    const { local, state } = this.view;
    const asked = local.answered || state.conflict ? null : state.placement;
    const way = asked && !this.el.hidden ? this.pointedAt(asked) : undefined;
    if (!way && !this.previewed) return;
    this.previewed = !!way;
    this.view.set({ pendingLinks: way?.links ?? [] });
  }

  private pointedAt({ cards, none }: Placement): Way | undefined {
    const on = (each: Element | undefined): boolean => !!each?.matches(":is(:hover,:focus)");
    if (on(this.none.el)) return none;
    return cards.find((_, k) => on(this.cards.children[k]))?.way;
  }

  /** Rebuild the cards; the focus stays on its answer. */
  private refill(asked: Placement): void {
    const held = [...this.cards.children].indexOf(focusOf(this.el) as Element);
    this.fill(asked);
    if (held >= 0) ((this.cards.children[held] ?? this.group) as HTMLElement).focus();
  }

  private fill(asked: Placement): void {
    const { point, cards, none, reason } = asked;
    setText(this.title, asked.title);
    put(this.title, "title", asked.title);
    const { view } = this;
    const own = hasContent(point);
    const large = own
      ? [h("div", { class: "ssc-shown" }, ...shown(view, point, this.enlarge))]
      : strips(asked);
    this.facts.replaceChildren(...large);
    const faces = cards.map((card) => card.face);
    put(this.cards, "data-content", kindOf(faces));
    this.why.replaceChildren(h("b", {}, words.WHY_POINT), ` ${reason}`);
    this.cards.replaceChildren(
      ...cards.map((card, k) => button(view, card, String(k + 1), () => this.give(card.face.i))),
    );
    setText(this.none.text, none.title);
    put(this.none.el, "title", none.effect);
  }
}

/** An answer as wide as the panel, and the element of its words. */
function wide(picture: Node, key: string, onclick: () => void) {
  const text = h("span", {});
  const slot = h("span", { class: "ssc-slot", "aria-hidden": "true" }, picture);
  const kbd = h("kbd", { "aria-hidden": "true" }, key);
  const el = pushButton({ "aria-keyshortcuts": key, onclick }, slot, text, kbd);
  return { el, text };
}

/** The answer of a key; `undefined` if it has none here. */
function chosen(key: string, { cards }: Placement): Choice | undefined {
  if (key === "0") return null;
  if (key.toLowerCase() === "s") return "unknown";
  return /^[1-9]$/.test(key) ? cards[Number(key) - 1]?.face.i : undefined;
}

/** Whether cards are texts, which take the width of the panel. */
function kindOf(faces: readonly Face[]): string | null {
  if (faces.some(({ image }) => image)) return "image";
  return faces.some(({ text }) => text) ? "text" : null;
}

function button(view: View, { face: own, way }: Card, key: string, onclick: () => void) {
  const like = words.like(own.name);
  return pushButton(
    { "aria-keyshortcuts": key, title: way.effect, onclick },
    glyph(own.cluster_id, 1.3),
    h("kbd", { "aria-hidden": "true" }, key),
    hasContent(own) && h("span", { class: "ssc-content" }, ...face(view, own)),
    h("b", {}, way.title),
    h("span", { class: "ssc-muted ssc-like", title: like }, ...middled(like)),
  );
}
