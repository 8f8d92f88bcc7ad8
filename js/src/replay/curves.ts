/** A curve over all steps of the replay; later steps are pale. */

import { h, put, s, setText } from "../core/dom";
import { round } from "../core/geometry";
import { line, type Place, placesOf, pointsOf, splitAt } from "../ui/line_chart";

const [WIDTH, HEIGHT, EDGE] = [320, 44, 8];
const LEAST = 0.1;

export class Curve {
  readonly el: HTMLElement;
  private readonly value = h("b", {});
  private readonly past = line("past", []);
  private readonly later = line("later", []);
  private readonly now = s("circle", { class: "now", r: 5 });
  private readonly picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  private readonly places: Place[];
  private readonly last: number;

  constructor(
    private readonly name: string,
    private readonly values: readonly (number | null)[],
    private readonly words: (value: number) => string,
  ) {
    const known = values.filter((value): value is number => value !== null);
    const top = Math.max(...known, 0);
    const span = Math.max(top - Math.min(...known, top), LEAST);
    this.last = Math.max(1, values.length - 1);
    const y = (value: number): number => EDGE + ((top - value) / span) * (HEIGHT - 2 * EDGE);
    this.places = placesOf(values, (step) => this.x(step), y);
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
    setText(this.value, text);
    put(this.picture, "aria-label", `${this.name}: ${text}`);
    const x = this.x(step);
    const [before, after] = splitAt(this.places, x);
    put(this.past, "points", pointsOf(before));
    put(this.later, "points", pointsOf(after));
    put(this.now, "cx", x);
    put(this.now, "cy", before.at(-1)?.[1] ?? 0);
    put(this.now, "visibility", value === null ? "hidden" : null);
  }

  private x(step: number): number {
    return round(EDGE + (step / this.last) * (WIDTH - 2 * EDGE));
  }
}
