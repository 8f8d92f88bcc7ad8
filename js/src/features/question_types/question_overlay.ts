/** Draws placement and sorting questions: rings, numbers, and the links that an answer would add. */

import type { Placement, Sorting } from "../../contract";
import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { type Point, round, shortened } from "../../core/geometry";
import type { View } from "../../core/view_state";
import { mark } from "../../plot/overlays/link_lines";
import type { Drawing } from "../../plot/overlays/overlay";

const OFFSET = 15;
const GAP = 12;

export class Shapes implements Drawing {
  readonly el = s("g", { class: "ssc-question-rings" });

  draw(view: View, dots: Dots): void {
    const { state, local } = view;
    const open = !state.conflict && !local.disconnected;
    this.el.replaceChildren();
    view.root.toggleAttribute("data-ssc-pending", open && local.pendingLinks.length > 0);
    if (!open) return;
    for (const [i, j, kind] of local.pendingLinks)
      this.el.append(...link(dots.at(i), dots.at(j), kind));
    if (state.placement) this.placement(state.placement, dots);
    else if (state.sorting) this.sorting(state.sorting, local.card, dots);
  }

  private placement({ point, cards }: Placement, dots: Dots): void {
    const others = cards.map(({ face }) => dots.at(face.i));
    others.forEach((p, k) => {
      this.el.append(...ring("ssc-rep", p, 12), disc(p, String(k + 1)));
    });
    const place = dots.at(point.i);
    this.el.append(...ring("ssc-mine", place, 12), query(place));
    this.el.append(tag(place, point.name, [...others, below(place)]));
  }

  private sorting({ points, cards }: Sorting, current: number | null, dots: Dots): void {
    const all = [...cards, ...points].map(({ i }) => dots.at(i));
    cards.forEach(({ i }, k) => {
      this.el.append(...ring("ssc-rep", dots.at(i), 12), disc(dots.at(i), String(k + 1)));
    });
    for (const { i } of points)
      this.el.append(...ring("ssc-mine", dots.at(i), i === current ? 13 : 11));
    for (const { i, name } of points) {
      const place = dots.at(i);
      this.el.append(tag(place, name, all));
    }
    if (current !== null) this.el.append(query(dots.at(current)));
  }
}

const below = ([x, y]: Point): Point => [x + OFFSET, y + OFFSET];

const query = (p: Point): SVGGElement => mark("ssc-q", below(p), 10, "?", 4.6);

const disc = ([x, y]: Point, text: string): SVGGElement =>
  mark("ssc-number", [x + OFFSET, y - OFFSET], 10, text, 4.3);

function ring(name: string, [cx, cy]: Point, r: number): SVGCircleElement[] {
  return [s("circle", { class: "ssc-halo", cx, cy, r }), s("circle", { class: name, cx, cy, r })];
}

function link(p: Point, q: Point, kind: string): SVGLineElement[] {
  const [from, to] = shortened(p, q, GAP);
  const ends = { x1: round(from[0]), y1: round(from[1]), x2: round(to[0]), y2: round(to[1]) };
  return [
    s("line", { class: "ssc-halo", ...ends }),
    s("line", { class: "ssc-pending", "data-kind": kind, ...ends }),
  ];
}

/** A name on the side of its point with the fewest points nearby. */
function tag(p: Point, name: string, others: readonly Point[]): SVGGElement {
  const text = name.length > 16 ? `${name.slice(0, 15)}…` : name;
  const half = 4 + text.length * 3.95;
  const places: Point[] = [
    [p[0] - 15 - half, p[1] + 1],
    [p[0] + 17 + half, p[1] + 1],
    [p[0], p[1] - 22],
    [p[0], p[1] + 24],
  ];
  const near = ([left, top]: Point): number =>
    others.filter(([ox, oy]) => Math.abs(ox - left) < half + 14 && Math.abs(oy - top) < 20).length +
    (left - half < 0 || top < 12 ? 9 : 0);
  const [x, y] = places.reduce((best, place) => (near(place) < near(best) ? place : best));
  const transform = `translate(${round(x)} ${round(y)})`;
  return s("g", { class: "ssc-tag", transform }, s("text", { y: 4.2 }, text));
}
