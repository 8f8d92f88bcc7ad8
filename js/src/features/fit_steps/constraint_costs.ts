/** The constraints by what each adds to the objective at one step of the fit. */

import type { Frame, Link } from "../../contract";
import { h, put, show, whenChanged } from "../../core/dom";
import * as common from "../../core/text";
import { nameOf, type View } from "../../core/view_state";
import { linkIcon } from "../../ui/icons";
import { type Folds, type Section, section } from "../../ui/section";
import * as words from "./text";

const SHOWN = 60;

export class ConstraintCosts {
  readonly el: HTMLElement;
  private readonly part: Section;
  private readonly rows = h("tbody", {});
  private readonly fill = whenChanged((rows: [number, string][]) => this.paintRows(rows));

  constructor(
    private readonly view: View,
    private readonly folds: Folds,
    changed: () => void,
  ) {
    this.part = section("ssc-grow ssc-pulls", () => {
      this.folds.toggle("pulls", true);
      changed();
    });
    this.el = this.part.el;
    const head = h("tr", {}, ...words.PULL_COLUMNS.map((name) => h("th", { scope: "col" }, name)));
    const named = { class: "ssc-con", "aria-label": `${common.CONSTRAINTS}: ${words.PULL}` };
    show(this.el, false);
    this.part.body.classList.add("ssc-scroll");
    put(this.part.body, "tabindex", 0);
    this.part.body.append(h("table", named, h("thead", {}, head), this.rows));
  }

  paint(frame: Frame | null): void {
    const { links } = this.view.state;
    show(this.el, !!frame && links.length > 0);
    if (!frame) return;
    const text = frame.pulling
      ? [
          h("span", { class: frame.pulls.length ? "ssc-bad" : null }, frame.pulling),
          ` ${words.PULLS}`,
        ]
      : [];
    this.part.paint(common.CONSTRAINTS, text, this.folds.isOpen("pulls", true));
    const amounts = new Map(frame.pulls);
    const others = links.map(({ answer }) => answer).filter((answer) => !amounts.has(answer));
    const zero = others.reverse().map((answer): [number, string] => [answer, "0"]);
    this.fill([...frame.pulls, ...zero].slice(0, SHOWN));
  }

  private paintRows(rows: readonly [number, string][]): void {
    const { links } = this.view.state;
    const byAnswer = new Map(links.map((link) => [link.answer, link]));
    const lines = rows.flatMap(([answer, amount]) => {
      const link = byAnswer.get(answer);
      return link ? [this.row(link, amount)] : [];
    });
    this.rows.replaceChildren(...lines);
  }

  private row({ answer, number, i, j, kind }: Link, amount: string): HTMLElement {
    const pair = common.pairOf(nameOf(this.view, i), nameOf(this.view, j));
    const weight = amount === "0" ? "ssc-num ssc-muted" : "ssc-num ssc-bad";
    return h(
      "tr",
      { "data-answer": answer },
      h("td", { class: "ssc-num" }, String(number)),
      h("td", { class: "ssc-num" }, pair),
      h("td", { class: "ssc-kind" }, linkIcon(kind), common.KIND_NAMES[kind]),
      h("td", { class: weight }, amount),
    );
  }
}
