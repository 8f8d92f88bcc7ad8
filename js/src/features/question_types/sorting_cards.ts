/** The elements of a sorting question: cards that are not sorted yet, and the piles. */

import type { Face, Sorting } from "../../contract";
import { h, pushButton } from "../../core/dom";
import * as common from "../../core/text";
import { glyph } from "../../plot/palette";
import { icon } from "../../ui/icons";
import { face, type Images, spoken } from "./card_content";
import { leftOver, pileKey, type Sorted } from "./piles";
import * as words from "./text";

export interface CardGestures {
  choose(row: number): void;
  put(pile: number): void;
  grab(event: PointerEvent, row: number): void;
}

/** The state of a sorting question, and the handlers of its cards. */
export class Table {
  private readonly faces: Map<number, Face>;
  private readonly fixed: Set<number>;
  private readonly currentName: string;

  constructor(
    private readonly view: Images,
    private readonly asked: Sorting,
    private readonly now: Sorted,
    private readonly gestures: CardGestures,
  ) {
    this.faces = new Map([...asked.points, ...asked.cards].map((each) => [each.i, each]));
    this.fixed = new Set(asked.cards.map(({ i }) => i));
    this.currentName = this.faces.get(now.current)?.name ?? "";
  }

  /** The unsorted cards, and the current one. */
  tray(): Node[] {
    const { asked, now } = this;
    const left = leftOver(now, asked);
    if (!left.length) return [];
    const place = asked.points.findIndex(({ i }) => i === now.current);
    const isLast = left.length === 1 && left[0] === now.current;
    return [
      h(
        "div",
        { class: "ssc-cardgroup", role: "group", "aria-label": words.CARDS },
        ...left.map((row) => this.card(row)),
      ),
      h(
        "p",
        {},
        h("b", {}, common.pointName(this.currentName)),
        words.ofAll(place + 1, asked.points.length, isLast),
        h("br", {}),
        h("span", { class: "ssc-muted" }, words.PRESS_PILE),
      ),
    ];
  }

  piles(): Node {
    return h("div", { class: "ssc-piles" }, ...this.now.piles.map((rows, k) => this.pile(rows, k)));
  }

  /** The button that begins another pile. */
  fresh(): Node {
    const { piles } = this.now;
    return pushButton(
      {
        class: "ssc-newpile",
        "data-pile": piles.length,
        ...this.putting(piles.length, words.NEW_PILE),
      },
      icon("plus"),
      h("span", {}, words.NEW_PILE),
      key(piles.length),
    );
  }

  private pile(rows: readonly number[], place: number): HTMLElement {
    const sorted = rows.filter((row) => !this.fixed.has(row)).length;
    const title = words.pile(place + 1);
    const label = words.pileAbout(place + 1, sorted, this.asked.points.length);
    const head = { class: "ssc-pilehead", type: "button", ...this.putting(place, title) };
    return h(
      "div",
      { class: "ssc-pile", role: "group", "aria-label": label, "data-pile": place },
      h("button", head, h("span", {}, title), key(place)),
      h(
        "div",
        { class: "ssc-pilecards" },
        ...rows.map((row) => (this.fixed.has(row) ? this.standing(row, place) : this.card(row))),
      ),
    );
  }

  /** Attributes of the buttons that put the current card on a pile. */
  private putting(pile: number, where: string) {
    return {
      "aria-keyshortcuts": pileKey(pile) || null,
      title: words.putOn(this.currentName, where),
      onclick: () => this.gestures.put(pile),
    };
  }

  private card(row: number): HTMLElement {
    const shown = this.faces.get(row) as Face;
    const isCurrent = row === this.now.current;
    return pushButton(
      {
        class: "ssc-card",
        "data-row": row,
        tabindex: isCurrent ? 0 : -1,
        "aria-current": isCurrent ? "true" : null,
        "aria-label": spoken(shown),
        title: shown.about,
        onclick: () => this.gestures.choose(row),
        onpointerdown: (event) => this.gestures.grab(event as PointerEvent, row),
      },
      ...face(this.view, shown),
    );
  }

  /** A representative, which stays where it is. */
  private standing(row: number, pile: number): HTMLElement {
    const shown = this.faces.get(row) as Face;
    const label = words.startsPile(spoken(shown), pile + 1);
    return h(
      "span",
      {
        class: "ssc-card ssc-standing",
        role: "img",
        "data-row": row,
        "aria-label": label,
        title: shown.about,
      },
      ...face(this.view, shown),
      glyph(shown.cluster_id, 1),
    );
  }
}

function key(pile: number): Node | null {
  return pileKey(pile) ? h("kbd", { "aria-hidden": "true" }, pileKey(pile)) : null;
}
