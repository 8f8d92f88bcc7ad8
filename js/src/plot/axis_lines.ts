/** The axes around the points: lines, ticks and titles, redrawn as the view moves. */

import type { Axes as Shown } from "../contract";
import type { Camera, Inner, Range } from "../core/camera";
import { put, s, setText } from "../core/dom";
import { ABOUT, type Tick, ticks } from "./axis_ticks";

const TICK = 5;
const GAP = 3;
/** Pixels that a character of a tick's text takes, a little more than it needs. */
const DIGIT = 6.6;
/** Pixels that a character of a title takes. */
const LETTER = 6.5;
const MARGIN = { top: 8, right: 14, bottom: 55 };
/** What the title of the vertical axis takes, with a gap on either side. */
const TITLE = 26;
const LEFT = 62;

export class Axes {
  readonly el = s("svg", { class: "ssc-axes", "aria-hidden": "true" });
  private readonly lines = s("path", { class: "ssc-axis" });
  private readonly marks = s("path", { class: "ssc-axis" });
  private readonly texts = s("g", { class: "ssc-ticks" });
  private readonly titles = [
    s("text", { class: "ssc-axtitle", "text-anchor": "middle" }),
    s("text", { class: "ssc-axtitle", "text-anchor": "middle" }),
  ] as const;
  private left = LEFT;

  constructor(private readonly camera: Camera) {
    this.el.append(this.lines, this.marks, this.texts, ...this.titles);
  }

  /** The plot within the axes, for a picture of this size. */
  inner(width: number, height: number): Inner {
    return {
      left: this.left,
      top: MARGIN.top,
      width: Math.max(1, width - this.left - MARGIN.right),
      height: Math.max(1, height - MARGIN.top - MARGIN.bottom),
    };
  }

  /** Whether longer numbers need more space on the left; the width is then stored. */
  widens(shown: Shown): boolean {
    if (this.camera.isHome) this.left = LEFT;
    const longest = this.along(shown, 1).reduce((most, { text }) => Math.max(most, text.length), 0);
    const needed = Math.ceil((TITLE + GAP + TICK + DIGIT * longest) / 8) * 8;
    if (needed <= this.left) return this.left !== this.camera.inner.left;
    this.left = needed;
    return true;
  }

  draw(shown: Shown): void {
    const { left, top, width, height } = this.camera.inner;
    const [right, bottom] = [left + width, top + height];
    put(this.lines, "d", `M${crisp(left)} ${top}V${crisp(bottom)}H${right}`);
    const across = this.along(shown, 0).map((tick) => this.place(shown, 0, tick));
    const upwards = this.along(shown, 1).map((tick) => this.place(shown, 1, tick));
    put(
      this.marks,
      "d",
      across.map(({ at }) => `M${crisp(at)} ${crisp(bottom)}v${TICK}`).join("") +
        upwards.map(({ at }) => `M${crisp(left)} ${crisp(at)}h${-TICK}`).join(""),
    );
    this.write([
      ...across.map(({ at, text }) => ({ x: at, y: bottom + 16, anchor: "middle", text })),
      ...upwards.map(({ at, text }) => ({
        x: left - TICK - GAP - 1,
        y: at + 4,
        anchor: "end",
        text,
      })),
    ]);
    const [x, y] = this.titles;
    setText(x, fitting(shown.titles[0], width + 2 * MARGIN.right));
    put(x, "transform", `translate(${left + width / 2} ${bottom + 40})`);
    setText(y, shown.titles[1]);
    put(y, "transform", `translate(15 ${top + height / 2}) rotate(-90)`);
  }

  private along(shown: Shown, way: 0 | 1): Tick[] {
    if (!shown.ticks) return [];
    const { inner, limits } = this.camera;
    const [low, high] = shown.unit[way];
    const [from, to] = limits[way].map((u) => low + u * (high - low)) as unknown as Range;
    return ticks([from, to], way ? inner.height : inner.width, ABOUT[way]);
  }

  private place(shown: Shown, way: 0 | 1, { value, text }: Tick): { at: number; text: string } {
    const [low, high] = shown.unit[way];
    const u = (value - low) / (high - low);
    return { at: this.camera.pixel(u, u)[way], text };
  }

  /** One text element for each tick, kept from one drawing to the next. */
  private write(labels: { x: number; y: number; anchor: string; text: string }[]): void {
    while (this.texts.childElementCount > labels.length) this.texts.lastElementChild?.remove();
    while (this.texts.childElementCount < labels.length) this.texts.append(s("text"));
    labels.forEach(({ x, y, anchor, text }, k) => {
      const element = this.texts.children[k] as Element;
      put(element, "x", Math.round(x * 10) / 10);
      put(element, "y", Math.round(y * 10) / 10);
      put(element, "text-anchor", anchor);
      setText(element, text);
    });
  }
}

/** A title without what is in brackets at its end where there is no room for it. */
const fitting = (title: string, room: number): string =>
  title.length * LETTER > room ? title.replace(/ \([^)]*\)$/, "") : title;

const crisp = (value: number): number => Math.floor(value) + 0.5;
