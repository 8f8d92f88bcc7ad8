/** The statements as lines over the dots, one group each, kept from one drawing to the next. */

import { put, s } from "./dom";
import { at, round, shortened, type Flat, type Point } from "./geometry";
import type { Link } from "./types";

const GAP = 6.5;
const MARKS = 200;

interface Drawn {
  group: SVGGElement;
  lines: SVGLineElement[];
  mark: SVGGElement | null;
}

export class Links {
  private readonly drawn = new Map<number, Drawn>();

  constructor(private readonly layer: SVGGElement) {}

  /** `kept` stay bright while the rest is dimmed; `chosen` is the row that was clicked. */
  draw(links: readonly Link[], points: Flat, kept: readonly number[], chosen: number | null): void {
    const bright = new Set(kept);
    const present = new Set(links.map((link) => link.answer));
    for (const [answer, { group }] of this.drawn) {
      if (present.has(answer)) continue;
      group.remove();
      this.drawn.delete(answer);
    }
    let marks = 0;
    for (const link of links) {
      const drawn = this.take(link.answer);
      const marked = link.violated && marks++ < MARKS;
      style(drawn.group, link, bright.has(link.answer), link.answer === chosen);
      place(drawn, at(points, link.i), at(points, link.j), marked);
    }
  }

  private take(answer: number): Drawn {
    const known = this.drawn.get(answer);
    if (known) return known;
    const lines = [s("line", { class: "ssc-halo" }), s("line", { class: "ssc-line" })];
    const group = s("g", { class: "ssc-link", "data-answer": answer }, ...lines);
    this.layer.append(group);
    const made = { group, lines, mark: null };
    this.drawn.set(answer, made);
    return made;
  }
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
  for (const line of drawn.lines) {
    for (const [name, value] of Object.entries(ends)) put(line, name, round(value));
  }
  drawn.mark?.remove();
  drawn.mark = marked ? mark("ssc-mark", [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], 9, "!", 4.3) : null;
  if (drawn.mark) drawn.group.append(drawn.mark);
}

/** A disc with one character, at the middle of a line. */
export function mark(name: string, [x, y]: Point, r: number, text: string, drop: number): SVGGElement {
  const place = `translate(${round(x)} ${round(y)})`;
  return s("g", { class: name, transform: place }, s("circle", { r }), s("text", { y: drop }, text));
}
