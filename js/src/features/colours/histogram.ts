/** The histogram of a column of numbers, with a range that is dragged, or set with two sliders. */

import type { ColourScale } from "../../contract";
import { h, put, s, setText, show } from "../../core/dom";
import * as words from "./text";

const WIDE = 320;
const HIGH = 72;
const FLOOR = 76;
const FAR = 10;

type Range = readonly [number, number];

export class Histogram {
  readonly el = h("div", { class: "ssc-hist" });
  private readonly picture = s("svg", { viewBox: `0 0 ${WIDE} ${FLOOR + 1}`, role: "img" });
  private readonly bars = s("g", {});
  private readonly brush = s("rect", { class: "ssc-brush", y: 0, height: FLOOR });
  private readonly sliders = [this.slider(0), this.slider(1)] as const;
  private readonly ends = h("div", { class: "ssc-ends", "aria-hidden": "true" });
  private readonly said = h("span", { class: "ssc-num" });
  private readonly clear: HTMLButtonElement;
  private scale: ColourScale | null = null;
  private drawn: Range = [0, 0];
  private from: number | null = null;
  private dragged = false;

  /** `choose` is called with the positions of the range; the whole scale is no range. */
  constructor(private readonly choose: (low: number, high: number) => void) {
    const base = s("line", {
      class: "ssc-base",
      x1: 0,
      x2: WIDE,
      y1: FLOOR + 0.5,
      y2: FLOOR + 0.5,
    });
    this.picture.append(this.brush, this.bars, base);
    const all = (): void => this.choose(0, this.scale?.positions ?? 0);
    this.clear = h(
      "button",
      { type: "button", class: "ssc-b ssc-line ssc-small", onclick: all },
      words.CLEAR,
    );
    const box = h("div", { class: "ssc-histbox" }, this.picture, ...this.sliders);
    this.el.append(box, this.ends, h("div", { class: "ssc-row" }, this.said, this.clear));
    this.picture.addEventListener("dblclick", all);
    this.picture.addEventListener("pointerdown", (event) => this.begin(event));
    this.picture.addEventListener("pointermove", (event) => this.drag(event));
    this.picture.addEventListener("pointerup", () => this.end());
    this.picture.addEventListener("pointercancel", () => this.end());
  }

  paint(scale: ColourScale | null, name: string): void {
    this.scale = scale;
    show(this.el, !!scale?.positions);
    if (!scale?.positions) return;
    const { chosen, chosen_texts: texts, positions } = scale;
    this.picture.setAttribute("aria-label", scale.about);
    this.ends.replaceChildren(...scale.ends.map((end) => h("span", {}, end)));
    setText(this.said, scale.said);
    show(this.clear, !!chosen);
    if (this.from === null) this.draw(chosen ?? [0, positions]);
    this.sliders.forEach((slider, k) => {
      put(slider, "aria-label", k ? words.toValue(name) : words.fromValue(name));
      put(slider, "aria-valuetext", texts[k as 0 | 1]);
    });
  }

  /** Show a range: bars beyond it are grey. */
  private draw([low, high]: Range): void {
    const { scale } = this;
    if (!scale) return;
    this.drawn = [low, high];
    const place = (position: number): number => (position / scale.positions) * WIDE;
    const [left, right] = [place(low), place(high)];
    const step = WIDE / scale.bars.length;
    this.bars.replaceChildren(
      ...scale.bars.map(({ height, step: code }, k) => {
        const middle = (k + 0.5) * step;
        const out = middle < left || middle > right;
        return s("rect", {
          class: out ? "ssc-histbar ssc-beyond" : "ssc-histbar",
          x: (k * step + 0.5).toFixed(1),
          y: (FLOOR - height * HIGH).toFixed(1),
          width: (step - 1).toFixed(1),
          height: (height * HIGH).toFixed(1),
          style: out ? null : `fill:var(--ssc-v${code})`,
        });
      }),
    );
    put(this.brush, "x", left.toFixed(1));
    put(this.brush, "width", Math.max(0, right - left).toFixed(1));
    this.brush.toggleAttribute("data-on", low > 0 || high < scale.positions);
    this.sliders.forEach((slider, k) => {
      slider.max = String(scale.positions);
      slider.value = String(k ? high : low);
    });
  }

  private slider(end: 0 | 1): HTMLInputElement {
    const moved = (): void => this.slid(end, Number(made.value));
    const made = h("input", { type: "range", class: "ssc-grip", min: 0, step: 1, onchange: moved });
    made.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      this.slid(end, Number(made.value) + way * (event.shiftKey ? FAR : 1));
    });
    return made;
  }

  private slid(end: 0 | 1, to: number): void {
    const most = this.scale?.positions ?? 0;
    const [low, high] = this.drawn;
    const at = Math.max(0, Math.min(most, to));
    this.draw(end ? [low, Math.max(low, at)] : [Math.min(at, high), high]);
    this.choose(...this.drawn);
  }

  private position({ clientX }: MouseEvent): number {
    const { left, width } = this.picture.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - left) / (width || 1)));
    return Math.round(share * (this.scale?.positions ?? 0));
  }

  private begin(event: PointerEvent): void {
    if (event.button) return;
    this.from = this.position(event);
    this.dragged = false;
    this.picture.setPointerCapture?.(event.pointerId);
  }

  private drag(event: PointerEvent): void {
    if (this.from === null) return;
    const to = this.position(event);
    this.dragged ||= to !== this.from;
    this.draw([Math.min(this.from, to), Math.max(this.from, to)]);
  }

  private end(): void {
    const { from, drawn } = this;
    this.from = null;
    if (from !== null && this.dragged) this.choose(...drawn);
  }
}
