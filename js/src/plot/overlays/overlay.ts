/** The SVG overlay of the plot: links, rings, lasso, keyboard cursor. */

import type { Conflict, Link, Statement } from "../../contract";
import type { Inner } from "../../core/camera";
import { type Attributes, put, s, uid } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { middle, type Point, rings, round, shortened } from "../../core/geometry";
import { highlightedPoints, RINGS, ringed } from "../../core/marked_points";
import { type FitStepShown, facesOf, nameOf, openQuestion, type View } from "../../core/view_state";
import { emphasised, Links, mark } from "./link_lines";
import { pointName, type Tag } from "./point_names";

const LAYERS = ["lassoed", "links", "moved", "ask", "picked", "cursor", "tags", "drag"] as const;
type Layer = (typeof LAYERS)[number];
/** Lines come from points out of view: the parts beyond the axes are clipped. */
const CLIPPED: readonly Layer[] = ["lassoed", "links"];

/** Something that is drawn with all else: `under` below the links, `el` above them. */
export interface Drawing {
  readonly el?: SVGElement;
  readonly under?: SVGElement;
  draw(view: View, dots: Dots, tag: Tag, isMoving: boolean): void;
}

export class Overlay {
  readonly el = s("svg", { class: "ssc-overlay", "aria-hidden": "true" });
  private readonly layers = {} as Record<Layer, SVGGElement>;
  private readonly links: Links;
  private readonly drawings: Drawing[] = [];
  private readonly within = s("rect", {});
  private readonly clipping = uid("within");
  private size = { width: Infinity, height: Infinity };
  private readonly ringed = { moved: "", picked: "" };

  constructor(private readonly view: View) {
    this.el.append(s("defs", {}, s("clipPath", { id: this.clipping }, this.within)));
    for (const name of LAYERS) {
      const clip = CLIPPED.includes(name) ? this.clip : null;
      this.layers[name] = s("g", { class: `ssc-${name}`, "clip-path": clip });
      this.el.append(this.layers[name]);
    }
    this.links = new Links(this.layers.links);
  }

  add(...drawings: readonly Drawing[]): void {
    this.drawings.push(...drawings);
    for (const { el, under } of drawings) {
      for (const each of [el, under]) if (each) put(each, "clip-path", this.clip);
      if (under) this.layers.lassoed.before(under);
      if (el) this.layers.picked.before(el);
    }
  }

  private get clip(): string {
    return `url(#${this.clipping})`;
  }

  /** Note the size of the plot, and of its part within the axes. */
  measure({ left, top, width, height }: Inner, [wide, high]: Point): void {
    this.size = { width: wide, height: high };
    for (const [name, value] of Object.entries({ x: left, y: top, width, height }))
      put(this.within, name, value);
  }

  /** Paint everything from the state and the places of the dots, which may be moving. */
  draw(moving = false): void {
    const { dots, state, local } = this.view;
    if (!dots?.ready) return;
    put(this.view.root, "data-ssc-drawn", true);
    const { conflict } = state;
    const question = openQuestion(this.view);
    this.drawLinks(dots, conflict ? chainAnswers(conflict) : [], moving);
    dots.flag("data-linked", linkedPoints(this.view));
    dots.flag("data-selected", selectedPoints(this.view));
    dots.flag("data-asked", question ? [question.i, question.j] : facesOf(state).map(({ i }) => i));
    dots.flag("data-keep", conflict ? chainPoints(conflict) : highlightedPoints(this.view, dots));
    if (!local.linking.kind && !local.drawing) this.drag(null);
    this.outline(local.drawing || conflict ? [] : local.outlines);
    this.layers.tags.replaceChildren();
    this.ring("moved", ringed(this.view), local.past ? 8.5 : 9);
    put(this.layers.moved, "data-fading", local.movedFading);
    this.ring("picked", this.marked(), 8);
    for (const each of this.drawings) each.draw(this.view, dots, this.tag, moving);
    this.layers.ask.replaceChildren();
    if (question && !conflict) this.drawQuestion(dots, question);
    this.drawCursor(dots);
  }

  /** Recent and violated links and those of selected points are drawn in full, others pale. */
  private drawLinks(dots: Dots, kept: readonly number[], moving: boolean): void {
    const { state, local } = this.view;
    const none = local.linksShown === "none" && !kept.length;
    const known = local.fitStep ? asStepped(state.links, local.fitStep) : state.links;
    const links = none ? known.filter(({ answer }) => answer === local.row) : known;
    const all = local.linksShown === "all" ? links.map(({ answer }) => answer) : null;
    const near = (): Set<number> => emphasised(links, pointsInUse(this.view), state.problem);
    const full = all ? new Set(all) : local.fitStep ? new Set(local.fitStep.pulls) : near();
    for (const answer of kept) full.add(answer);
    if (local.row !== null) full.add(local.row);
    this.links.draw(links, dots.points, kept, full, local.row, moving);
  }

  /** What follows the pointer: the outline of a lasso, or the line from a first point. */
  drag(shape: { polygon: readonly Point[] } | { from: Point; to: Point } | null): void {
    const layer = this.layers.drag;
    if (!shape) layer.replaceChildren();
    else if ("polygon" in shape) {
      layer.replaceChildren(s("path", { class: "ssc-lasso", d: closed(shape.polygon) }));
    } else {
      const kind = this.view.local.linking.kind ?? "must";
      const [p, q] = shortened(shape.from, shape.to, 8);
      layer.replaceChildren(line(p, q, "ssc-live", { "data-kind": kind }));
    }
  }

  /** The lassos that made the selection stay until it is used or dropped. */
  private outline(polygons: readonly (readonly Point[])[]): void {
    const { camera } = this.view.stage;
    const d = polygons.map((each) => closed(each.map(([u, v]) => camera.pixel(u, v)))).join("");
    this.layers.lassoed.replaceChildren(...(d ? [s("path", { class: "ssc-lasso", d })] : []));
  }

  /** The lasso's selection, the picked points and the pair of the chosen row. */
  private marked(): number[] {
    const { local, state } = this.view;
    if (state.conflict) return [];
    const { first, second } = local.linking;
    const row = state.links.find((link) => link.answer === local.row);
    const picked = [first, second].filter((i): i is number => i !== null);
    for (const i of picked) this.tag(i, nameOf(this.view, i));
    if (row) this.tagPair(row);
    return [...selectedPoints(this.view), ...picked, ...(row ? [row.i, row.j] : [])];
  }

  private ring(layer: "moved" | "picked", indices: readonly number[], r: number): void {
    const { dots } = this.view;
    const shown = dots && indices.length <= RINGS ? indices.filter((i) => dots.shows(i)) : [];
    const d = dots ? rings(dots.points, shown, r) : "";
    if (d === this.ringed[layer]) return;
    this.ringed[layer] = d;
    this.layers[layer].replaceChildren(
      ...(d ? [s("path", { class: "ssc-halo", d }), s("path", { class: "ssc-ring", d })] : []),
    );
  }

  private drawQuestion(dots: Dots, { i, j, a, b }: Pick<Statement, "i" | "j" | "a" | "b">): void {
    const [p, q] = [dots.at(i), dots.at(j)];
    const [from, to] = shortened(p, q, 15);
    const layer = this.layers.ask;
    layer.append(line(from, to, "ssc-dotted", { "clip-path": this.clip }));
    for (const [cx, cy] of [i, j].filter((k) => dots.shows(k)).map((k) => dots.at(k))) {
      layer.append(s("circle", { class: "ssc-halo", cx, cy, r: 12 }));
      layer.append(s("circle", { class: "ssc-ring", cx, cy, r: 12 }));
    }
    const centre = middle([p, q]);
    if (Math.hypot(q[0] - p[0], q[1] - p[1]) > 50 && this.view.stage.camera.holds(...centre))
      layer.append(mark("ssc-q", centre, 10, "?", 4.6));
    this.tagPair({ i, j, a, b });
  }

  private drawCursor(dots: Dots): void {
    const { cursor } = this.view.local;
    this.layers.cursor.replaceChildren();
    if (cursor === null || !dots.shows(cursor)) return;
    const [x, y] = dots.at(cursor);
    const box = { x: x - 10, y: y - 10, width: 20, height: 20, rx: 4 };
    this.layers.cursor.append(s("rect", { class: "ssc-halo", ...box }), s("rect", box));
  }

  private tagPair({ i, j, a, b }: Pick<Statement, "i" | "j" | "a" | "b">): void {
    const { dots } = this.view;
    if (dots?.shows(i)) this.label(dots.at(i), dots.at(j), a);
    if (dots?.shows(j)) this.label(dots.at(j), dots.at(i), b);
  }

  private readonly tag: Tag = (i, name, other) => {
    const { dots } = this.view;
    if (!dots?.shows(i)) return;
    const p = dots.at(i);
    this.label(p, other === undefined ? [p[0], p[1] + 1] : dots.at(other), name);
  };

  private label(p: Point, other: Point, name: string): void {
    // Left of the axis stand its numbers
    const ends: Point = [this.view.stage.camera.inner.left, this.size.width];
    this.layers.tags.append(pointName(p, other, name, ends));
  }
}

const closed = (polygon: readonly Point[]): string =>
  `M${polygon.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;

function line(p: Point, q: Point, name: string, more: Attributes = {}): SVGLineElement {
  return s("line", { class: name || null, x1: p[0], y1: p[1], x2: q[0], y2: q[1], ...more });
}

/** The links at a step of a fit: it may violate other links than the clustering does. */
const asStepped = (links: readonly Link[], { pulls }: FitStepShown): Link[] =>
  links.map((link) => ({ ...link, violated: pulls.has(link.answer) }));

const chainAnswers = (conflict: Conflict): number[] =>
  conflict.chain.map((step) => step.answer ?? -1);

const chainPoints = ({ chain, new: fresh }: Conflict): number[] =>
  [...chain, fresh].flatMap(({ i, j }) => [i, j]);

const linkedPoints = (view: View): number[] => view.state.links.flatMap(({ i, j }) => [i, j]);

const selectedPoints = ({ state: { lasso } }: View): number[] => [
  ...(lasso?.indices ?? []),
  ...(lasso?.group ?? []),
];

/** The points of the person's current action. */
function pointsInUse({ local, state }: View): Set<number> {
  const { first, second } = local.linking;
  const asked = state.question ? [state.question.i, state.question.j] : [];
  return new Set([first, second, local.cursor, ...asked].filter((i): i is number => i !== null));
}
