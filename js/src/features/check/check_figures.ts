/** What a check says: the share with its interval, by cluster, what lowers it, and what to do. */

import type { CheckedBar, CheckFigures, FewChecked, Misplaced } from "../../contract";
import { h, pushButton, setText, show } from "../../core/dom";
import { glyph } from "../../plot/palette";
import * as words from "./text";

export interface Verbs {
  more(): void;
  moreOf(cluster: number): void;
  again(): void;
  tell(): void;
  point(rows: readonly number[]): void;
}

export class Figures {
  readonly el = h("div", { class: "ssc-figures" });
  private readonly lead = h("p", { class: "ssc-lead" });
  private readonly notes = h("div", { class: "ssc-muted" });
  private readonly bars = h("ul", { class: "ssc-shares" });
  private readonly others = h("p", { class: "ssc-muted" });
  private readonly few = h("div", { class: "ssc-row" });
  private readonly indicesOf = h("p", { class: "ssc-muted" });
  private readonly lowers = h("div", {});
  private readonly indices = h("dl", { class: "ssc-indices" });
  private readonly further = h("span", { class: "ssc-muted" });
  private readonly more: HTMLElement;
  private readonly again: HTMLButtonElement;
  private readonly telling: HTMLElement;

  constructor(private readonly verbs: Verbs) {
    const button = (text: string, onclick: () => void): HTMLButtonElement =>
      pushButton({ class: "ssc-b ssc-line ssc-small", onclick }, text);
    const more = button(words.MORE, () => verbs.more());
    more.classList.add("ssc-main");
    this.more = h("p", { class: "ssc-row" }, more, this.further);
    this.again = button("", () => verbs.again());
    const about = h("p", { class: "ssc-muted" }, words.TELL_ABOUT);
    const tell = button(words.TELL, () => verbs.tell());
    this.telling = h("div", { class: "ssc-telling" }, tell, about);
    const pairs = h("div", { class: "ssc-sub" }, words.PAIRS);
    this.el.append(this.lead, this.notes, this.bars, this.others, this.few, this.lowers);
    this.el.append(this.more, this.again, pairs, this.indices, this.indicesOf);
    this.el.append(this.telling);
  }

  paint(found: CheckFigures): void {
    const { share, rest, interval, notes, bars, axis, others, misplaced, indices } = found;
    const about = h("span", {}, rest, h("br", {}), h("span", { class: "ssc-muted" }, interval));
    this.lead.replaceChildren(h("b", { class: "ssc-num" }, share), about);
    this.notes.replaceChildren(...notes.map((note) => h("p", {}, note)));
    this.bars.replaceChildren(...bars.map(bar), ends(axis));
    setText(this.others, others);
    this.few.replaceChildren(...found.few.map((each) => this.fewOf(each)));
    show(this.few, found.few.length > 0);
    const rows = misplaced.map((each) => this.lower(each));
    const title = rows.length ? [h("div", { class: "ssc-sub" }, words.LOWERS)] : [];
    this.lowers.replaceChildren(...title, ...rows);
    this.indices.replaceChildren(
      ...indices.flatMap(([name, text]) => [
        h("dt", {}, name),
        h("dd", { class: "ssc-num" }, text),
      ]),
    );
    setText(this.indicesOf, found.indices_of);
    show(this.indicesOf, !!found.indices_of);
    show(this.more, !!found.further);
    setText(this.further, found.further);
    show(this.again, found.again > 0);
    setText(this.again, words.again(found.again));
    show(this.telling, found.can_tell);
  }

  private fewOf({ cluster_id, more }: FewChecked): HTMLElement {
    const onclick = (): void => this.verbs.moreOf(cluster_id);
    return pushButton({ class: "ssc-b ssc-line ssc-small", onclick }, more);
  }

  private lower({ cluster_id, text, rows }: Misplaced): HTMLElement {
    const label = words.showOf(text);
    const onclick = (): void => this.verbs.point(rows);
    const button = pushButton(
      { class: "ssc-b ssc-line ssc-small", "aria-label": label, onclick },
      words.SHOW,
    );
    return h("p", { class: "ssc-lower" }, glyph(cluster_id, 1.15), h("span", {}, text), button);
  }
}

/** An interval as a line, with a dot where the estimate is. */
function bar({ cluster_id, name, checks, begin, at, end, about }: CheckedBar): HTMLElement {
  const place = (share: number): string => `${Math.round(10_000 * share) / 100}%`;
  const line = h("i", { style: `left:${place(begin)};right:${place(1 - end)}` });
  const dot = h("b", { style: `left:${place(at)}` });
  const all = cluster_id < 0;
  return h(
    "li",
    { "data-all": all, "aria-label": about, title: about },
    all ? h("span", {}) : glyph(cluster_id, 1.15),
    h("span", { class: "ssc-called" }, name),
    h("span", { class: "ssc-shareline" }, line, dot),
    h("span", { class: "ssc-num" }, checks),
  );
}

/** What the lines reach from and to. */
const ends = (axis: readonly string[]): HTMLElement =>
  h(
    "li",
    { class: "ssc-shareends", "aria-hidden": "true" },
    h("span", {}, ...axis.map((end) => h("span", {}, end))),
    h("span", {}, words.CHECKS),
  );
