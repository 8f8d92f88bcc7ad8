/** The menu that chooses among points at the same place. */

import { focusOf, h, pushButton } from "../core/dom";
import type { KeyHandler } from "../core/lazy_bundle";
import { NO_CLUSTER } from "../core/text";
import { nameOf, type Panel, type View } from "../core/view_state";
import { moveFocus } from "../ui/menu_behaviour";
import { glyph } from "./palette";
import * as words from "./text";

const SHOWN = 12;
const GAP = 14;

export class SpotMenu implements Panel, KeyHandler {
  readonly el = h("div", { class: "ssc-pop ssc-menu ssc-spots", role: "menu", hidden: true });
  private points: readonly number[] = [];
  private chosen: (index: number) => void = () => undefined;
  private texts: [number, HTMLElement][] = [];

  constructor(private readonly view: View) {
    const outside = (event: Event): void => {
      if (!this.el.hidden && !event.composedPath().includes(this.el)) this.close(false);
    };
    window.addEventListener("pointerdown", outside, { capture: true, signal: view.signal });
  }

  readonly open = (points: readonly number[], chosen: (index: number) => void): void => {
    const { view } = this;
    this.points = points;
    this.chosen = chosen;
    const shown = points.slice(0, SHOWN);
    const title = words.pointsHere(points.length);
    this.texts = [];
    const items = shown.map((i) => this.item(i));
    const rest = points.length - shown.length;
    this.el.setAttribute("aria-label", title);
    this.el.replaceChildren(
      h("div", { class: "ssc-t", role: "presentation" }, title),
      h("div", { class: "ssc-list", role: "presentation" }, ...items),
      ...(rest ? [h("p", { class: "ssc-muted", role: "presentation" }, words.moreHere(rest))] : []),
    );
    this.el.hidden = false;
    this.place();
    items[0]?.focus({ preventScroll: true });
    for (const i of view.state.names ? shown.filter((each) => !view.names.has(each)) : [])
      view.send({ type: "describe", index: i, step: null });
  };

  sync(): void {
    const { state, local } = this.view;
    if (this.el.hidden) return;
    if (state.conflict || local.disconnected) return this.close(false);
    for (const [i, text] of this.texts) text.textContent = this.text(i);
  }

  press(event: KeyboardEvent): boolean {
    if (this.el.hidden || !this.el.contains(focusOf(this.el))) return false;
    if (event.key === "Escape") this.close(true);
    else return moveFocus(this.el, event);
    return true;
  }

  private close(focus: boolean): void {
    this.el.hidden = true;
    this.el.replaceChildren();
    if (focus) this.view.focusPlot();
  }

  private item(i: number): HTMLButtonElement {
    const pick = (): void => {
      this.close(true);
      this.chosen(i);
    };
    const slot = h("span", { class: "ssc-slot", "aria-hidden": "true" });
    slot.append(glyph(this.view.stage.dots.cluster(i), 1.15));
    const text = h("span", {}, this.text(i));
    this.texts.push([i, text]);
    return pushButton({ role: "menuitem", tabindex: -1, onclick: pick }, slot, text);
  }

  private text(i: number): string {
    const { state, stage } = this.view;
    const cluster = state.clusters.find(({ id }) => id === stage.dots.cluster(i));
    return words.pointHere(nameOf(this.view, i), cluster?.name ?? NO_CLUSTER);
  }

  private place(): void {
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.el.parentElement ?? {};
    const [x, y] = this.view.stage.dots.at(this.points[0] as number);
    const { offsetWidth: wide, offsetHeight: high } = this.el;
    const left = x + GAP + wide <= width ? x + GAP : x - GAP - wide;
    this.el.style.left = `${Math.max(4, left)}px`;
    this.el.style.top = `${Math.max(4, Math.min(height - high - 4, y - 16))}px`;
  }
}
