/** Draws the constraints as lines, reusing elements from one drawing to the next. */

import type { Link, Problem } from "../../contract";
import { put, s } from "../../core/dom";
import { at, type Flat, type Point, round, shortened } from "../../core/geometry";

const GAP = 6.5;
const MARKS = 200;
/** From this many links on, halos are fainter: they must not form a band that hides the dots. */
const DENSE = 20;

/** From this many pale links on, the plot draws a few strokes while it moves. */
const MANY = 40;

const LOOKS = [
  "data-kind",
  "data-violated",
  "data-soft",
  "data-keep",
  "data-chosen",
  "data-pale",
] as const;

interface Drawn {
  group: SVGGElement;
  line: SVGLineElement;
  mark: SVGGElement | null;
  /** Look and position at the last drawing. */
  look: string;
  where: string;
}

export class Links {
  private readonly drawn = new Map<number, Drawn>();
  /** All halos lie under all lines, and are one stroke, so that crossings do not add up. */
  private readonly halo = s("path", { class: "ssc-halo" });
  private readonly pale = s("g", {});
  /** Replaces the pale links while the plot moves. */
  private readonly swift = s("g", { class: "ssc-swift" });
  private readonly kept = s("g", {});
  private readonly violated = s("g", {});

  constructor(private readonly layer: SVGGElement) {
    layer.append(this.halo, this.pale, this.swift, this.kept, this.violated);
  }

  /** `kept` are not dimmed; all but `full` are pale, and drawn together while the plot `moves`. */
  draw(
    links: readonly Link[],
    points: Flat,
    kept: readonly number[],
    full: ReadonlySet<number>,
    chosen: number | null,
    moves = false,
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
    const together = moves && links.length - seen.length >= MANY;
    const strokes = new Map<string, string[]>();
    let marks = 0;
    for (const link of links) {
      const { answer, i, j, violated, kind, soft } = link;
      const isPale = !full.has(answer);
      const keep = bright.has(answer);
      if (together && isPale && !violated) {
        const key = JSON.stringify([kind, soft, keep]);
        const lines = strokes.get(key) ?? [];
        lines.push(stroke(at(points, i), at(points, j)));
        strokes.set(key, lines);
        continue;
      }
      const drawn = this.take(answer, violated ? this.violated : isPale ? this.pale : this.kept);
      const marked = violated && marks++ < MARKS;
      style(drawn, link, keep, answer === chosen, isPale);
      place(drawn, at(points, i), at(points, j), marked);
    }
    this.drawTogether(strokes);
  }

  /** Draw these in place of the pale links, or the pale links themselves. */
  private drawTogether(strokes: ReadonlyMap<string, readonly string[]>): void {
    put(this.pale, "display", strokes.size ? "none" : null);
    this.swift.replaceChildren(
      ...[...strokes].map(([key, lines]) => {
        const [kind, soft, keep] = JSON.parse(key);
        const looks = { "data-kind": kind, "data-soft": soft, "data-keep": keep };
        const line = s("path", { class: "ssc-line", d: lines.join("") });
        return s("g", { class: "ssc-link", ...looks, "data-pale": true }, line);
      }),
    );
  }

  private take(answer: number, parent: SVGGElement): Drawn {
    let drawn = this.drawn.get(answer);
    if (!drawn) {
      const line = s("line", { class: "ssc-line" });
      drawn = {
        group: s("g", { class: "ssc-link", "data-answer": answer }, line),
        line,
        mark: null,
        look: "",
        where: "",
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

function style(drawn: Drawn, link: Link, keep: boolean, chosen: boolean, pale: boolean): void {
  const { kind, violated, soft } = link;
  const looks = [kind, violated, soft, keep, chosen, pale] as const;
  const look = looks.join();
  if (look === drawn.look) return;
  drawn.look = look;
  for (const [k, name] of LOOKS.entries()) put(drawn.group, name, looks[k]);
}

function place(drawn: Drawn, p: Point, q: Point, marked: boolean): void {
  const where = [...p, ...q, marked].join();
  if (where === drawn.where) return;
  drawn.where = where;
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

/** So many of the last links are drawn in full. */
export const RECENT = 10;

/** The links drawn in full: recent, violated, of selected points; or only the infeasible ones. */
export function emphasised(
  links: readonly Link[],
  points: ReadonlySet<number>,
  problem: Problem | null = null,
): Set<number> {
  if (problem && !problem.fitted && problem.answers.length) return new Set(problem.answers);
  const numbers = links.map(({ answer }) => answer).sort((a, b) => b - a);
  const from = numbers[RECENT - 1] ?? -Infinity;
  return new Set(
    links
      .filter(
        ({ answer, violated, i, j }) =>
          violated || answer >= from || points.has(i) || points.has(j),
      )
      .map(({ answer }) => answer),
  );
}
