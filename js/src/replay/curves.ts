/** A curve over all steps, what came after the present one pale. */

import { h, put, s, say } from "../core/dom";
import { round } from "../core/geometry";

const [WIDTH, HEIGHT, EDGE] = [320, 44, 8];
const LEAST = 0.1;

export class Curve {
  readonly el: HTMLElement;
  private readonly value = h("b", {});
  private readonly past = s("path", { class: "past" });
  private readonly later = s("path", { class: "later" });
  private readonly now = s("circle", { class: "now", r: 5 });
  private readonly picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  private readonly heights: (number | null)[];

  constructor(
    private readonly name: string,
    private readonly values: readonly (number | null)[],
    private readonly words: (value: number) => string,
  ) {
    const known = values.filter((value): value is number => value !== null);
    const top = Math.max(...known, 0);
    const span = Math.max(top - Math.min(...known, top), LEAST);
    this.heights = values.map((value) =>
      value === null ? null : EDGE + ((top - value) / span) * (HEIGHT - 2 * EDGE),
    );
    this.picture.append(this.later, this.past, this.now);
    this.el = h(
      "div",
      { class: "curve" },
      h("p", {}, h("span", {}, name), this.value),
      this.picture,
    );
  }

  show(step: number): void {
    const value = this.values[step] ?? null;
    const text = value === null ? "–" : this.words(value);
    say(this.value, text);
    put(this.picture, "aria-label", `${this.name}: ${text}`);
    put(this.past, "d", this.path(0, step));
    put(this.later, "d", this.path(step, this.heights.length - 1));
    const height = this.heights[step] ?? null;
    put(this.now, "cx", this.x(step));
    put(this.now, "cy", height ?? 0);
    put(this.now, "visibility", height === null ? "hidden" : null);
  }

  private x(step: number): number {
    const last = Math.max(1, this.heights.length - 1);
    return round(EDGE + (step / last) * (WIDTH - 2 * EDGE));
  }

  private path(from: number, to: number): string {
    let d = "";
    for (let step = from; step <= to; step++) {
      const y = this.heights[step];
      if (y !== null && y !== undefined) d += `${d ? "L" : "M"}${this.x(step)} ${round(y)}`;
    }
    return d;
  }
}
