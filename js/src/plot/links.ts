/** The statements as lines over the dots, one group each, kept from one drawing to the next. */

import type { Link } from "../contract";
import { put, s } from "../ui/dom";
import { at, type Flat, type Point, round, shortened } from "./geometry";

const GAP = 6.5;
const MARKS = 200;
/** From so many links on, halos step back: they must not become a band that hides the dots. */
const DENSE = 20;

interface Drawn {
  group: SVGGElement;
  line: SVGLineElement;
  mark: SVGGElement | null;
}

export class Links {
  private readonly drawn = new Map<number, Drawn>();
  /** All halos lie under all lines, and are one stroke, so that crossings do not add up. */
  private readonly halo = s("path", { class: "ssc-halo" });
  private readonly kept = s("g", {});
  private readonly violated = s("g", {});

  constructor(private readonly layer: SVGGElement) {
    layer.append(this.halo, this.kept, this.violated);
  }

  /** `kept` stay bright while the rest is dimmed; all but `full` are pale; `chosen` was clicked. */
  draw(
    links: readonly Link[],
    points: Flat,
    kept: readonly number[],
    full: ReadonlySet<number>,
    chosen: number | null,
  ): void {
    const bright = new Set(kept);
    const present = new Set(links.map((link) => link.answer));
    for (const [answer, { group }] of this.drawn) {
      if (present.has(answer)) continue;
      group.remove();
      this.drawn.delete(answer);
    }
    const seen = links.filter(({ answer }) => full.has(answer));
    put(this.layer, "data-dense", seen.length > DENSE);
    put(this.halo, "d", seen.map(({ i, j }) => stroke(at(points, i), at(points, j))).join(""));
    let marks = 0;
    for (const link of links) {
      const drawn = this.take(link.answer, link.violated ? this.violated : this.kept);
      const marked = link.violated && marks++ < MARKS;
      style(drawn.group, link, bright.has(link.answer), link.answer === chosen);
      put(drawn.group, "data-pale", !full.has(link.answer));
      place(drawn, at(points, link.i), at(points, link.j), marked);
    }
  }

  private take(answer: number, parent: SVGGElement): Drawn {
    let drawn = this.drawn.get(answer);
    if (!drawn) {
      const line = s("line", { class: "ssc-line" });
      drawn = {
        group: s("g", { class: "ssc-link", "data-answer": answer }, line),
        line,
        mark: null,
      };
      this.drawn.set(answer, drawn);
    }
    if (drawn.group.parentNode !== parent) parent.append(drawn.group);
    return drawn;
  }
}

function stroke(p: Point, q: Point): string {
  const [from, to] = shortened(p, q, GAP);
  return `M${from.map(round).join(" ")}L${to.map(round).join(" ")}`;
}

function style(group: SVGGElement, link: Link, keep: boolean, chosen: boolean): void {
  put(group, "data-kind", link.kind);
  put(group, "data-violated", link.violated);
  put(group, "data-soft", link.soft);
  put(group, "data-keep", keep);
  put(group, "data-chosen", chosen);
}

function place(drawn: Drawn, p: Point, q: Point, marked: boolean): void {
  const [from, to] = shortened(p, q, GAP);
  const ends = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] };
  for (const [name, value] of Object.entries(ends)) put(drawn.line, name, round(value));
  drawn.mark?.remove();
  drawn.mark = marked
    ? mark("ssc-mark", [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], 9, "!", 4.3)
    : null;
  if (drawn.mark) drawn.group.append(drawn.mark);
}

/** A disc with one character, at the middle of a line. */
export function mark(
  name: string,
  [x, y]: Point,
  r: number,
  text: string,
  drop: number,
): SVGGElement {
  const transform = `translate(${round(x)} ${round(y)})`;
  return s("g", { class: name, transform }, s("circle", { r }), s("text", { y: drop }, text));
}
