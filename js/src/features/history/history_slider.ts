/** The slider over the steps of a branch, with a second branch in a lane below. */

import type { BranchShown } from "../../contract";
import { focusOf, put, s, whenChanged } from "../../core/dom";
import { round } from "../../core/geometry";
import { along, LEFT, RIGHT, type Tree } from "./branch_layout";
import * as words from "./text";

const WIDTH = 320;
/** Nodes that are closer to each other are not drawn one by one. */
const CLOSEST = 9;
const PAGE = 10;

/** The step shown, and the branch on the second lane. */
export interface Marked {
  readonly step: number;
  readonly other: BranchShown | null;
  readonly past: boolean;
  readonly compared: number | null;
  /** The name of the step. */
  readonly said: string;
}

export class Slider {
  readonly el: SVGSVGElement;
  private tree: Tree | null = null;
  private marked: Marked = { step: 0, other: null, past: false, compared: null, said: "" };
  private readonly redraw = whenChanged(() => this.draw());

  /** `choose` is called with each step that is chosen, and whether Shift was held. */
  constructor(private readonly choose: (step: number, held: boolean) => void) {
    const named = { role: "slider", tabindex: 0, "aria-label": words.HISTORY };
    this.el = s("svg", { class: "ssc-tree", ...named });
    this.el.addEventListener("pointerdown", (event) => this.grab(event));
    this.el.addEventListener("pointermove", (event) => this.drag(event));
  }

  show(tree: Tree, marked: Marked): void {
    this.tree = tree;
    this.marked = marked;
    this.redraw([tree.history, marked]);
  }

  /** Arrows go along the line and to the other lane. */
  press(event: KeyboardEvent): boolean {
    const { tree } = this;
    if (!tree || focusOf(this.el) !== this.el) return false;
    const line = this.line(tree);
    const at = tree.depth(this.marked.step);
    const onLine = (place: number): number | undefined =>
      line[Math.max(0, Math.min(line.length - 1, place))];
    const steps = new Map<string, () => number | undefined>(
      Object.entries({
        ArrowLeft: () => onLine(at - 1),
        ArrowRight: () => onLine(at + 1),
        PageDown: () => onLine(at - PAGE),
        PageUp: () => onLine(at + PAGE),
        Home: () => onLine(0),
        End: () => onLine(line.length - 1),
        ArrowUp: () => this.across(tree, true),
        ArrowDown: () => this.across(tree, false),
      }),
    );
    const to = steps.get(event.key)?.();
    if (to === undefined) return false;
    if (to !== this.marked.step) this.choose(to, event.shiftKey);
    return true;
  }

  /** The nearest step on the other lane. */
  private across(tree: Tree, up: boolean): number {
    const { step, other } = this.marked;
    if (!other || up === tree.isOnMain(step)) return step;
    if (up) return tree.main[Math.min(tree.depth(step), tree.main.length - 1)] ?? step;
    const own = this.own(tree, other);
    const first = own[0] ?? step;
    const place = Math.max(0, tree.depth(step) - tree.depth(first));
    return own[Math.min(place, own.length - 1)] ?? step;
  }

  /** The line of the step shown. */
  private line(tree: Tree): readonly number[] {
    const { step, other } = this.marked;
    return tree.isOnMain(step) || !other ? tree.main : tree.line(other);
  }

  private own(tree: Tree, other: BranchShown): number[] {
    return tree.line(other).filter((step) => !tree.isOnMain(step));
  }

  private grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.el.focus({ preventScroll: true });
    this.el.setPointerCapture?.(event.pointerId);
    this.follow(event);
  }

  private drag(event: PointerEvent): void {
    if (event.buttons === 1 && this.el.hasPointerCapture?.(event.pointerId)) this.follow(event);
  }

  private follow({ clientX, clientY, shiftKey }: PointerEvent): void {
    const { tree } = this;
    if (!tree) return;
    const { other, step } = this.marked;
    const box = this.el.getBoundingClientRect();
    const scale = WIDTH / (box.width || WIDTH);
    const [x, y] = [(clientX - box.left) * scale, (clientY - box.top) * scale];
    const { span } = tree.history;
    const depth = Math.round(((x - LEFT) / (RIGHT - LEFT)) * span);
    const [up, down] = lanes(other);
    const below = other && Math.abs(y - down) < Math.abs(y - up);
    const line = below ? this.own(tree, other) : tree.main;
    const place = depth - tree.depth(line[0] ?? 0);
    const to = line[Math.max(0, Math.min(line.length - 1, place))];
    if (to !== undefined && to !== step) this.choose(to, shiftKey);
  }

  private draw(): void {
    const { tree } = this;
    if (!tree) return;
    const { step, other, said, past, compared } = this.marked;
    const { span } = tree.history;
    const line = this.line(tree);
    const [up, down, height] = lanes(other);
    const own = other ? this.own(tree, other) : [];
    const x = (each: number): number => along(tree.depth(each), span);
    const y = (each: number): number => (tree.isOnMain(each) ? up : down);
    const taken = new Set(tree.way(step));
    put(this.el, "viewBox", `0 0 ${WIDTH} ${height}`);
    put(this.el, "aria-valuemin", 0);
    put(this.el, "aria-valuemax", line.length - 1);
    put(this.el, "aria-valuenow", tree.depth(step));
    put(this.el, "aria-valuetext", said);
    const drawn = [...tree.main, ...own];
    const nodes = (RIGHT - LEFT) / Math.max(1, span) < CLOSEST ? [] : drawn;
    const node = (each: number): SVGElement =>
      s("circle", { class: taken.has(each) ? "ssc-m1" : "ssc-o1", cx: x(each), cy: y(each), r: 4 });
    const at = { cx: x(step), cy: y(step) };
    const turn = own.length ? bend(tree, own[0] as number, [up, down]) : null;
    const lower = turn ? `M${turn}H${x(own.at(-1) as number)}` : "";
    const way = tree.isOnMain(step) ? `${LEFT} ${up}H${at.cx}` : `${LEFT} ${up}L${turn}H${at.cx}`;
    const held = drawn.filter((each) => each === compared);
    this.el.replaceChildren(
      ...(past ? [s("line", { class: "ssc-cur", x1: at.cx, x2: at.cx, y1: -8, y2: at.cy })] : []),
      s("rect", { class: "ssc-ground", width: WIDTH, height }),
      s("path", { class: "ssc-o", d: `M${LEFT} ${up}H${x(tree.history.end)}${lower}` }),
      s("path", { class: "ssc-m", d: `M${way}` }),
      ...nodes.map(node),
      ...held.map((each) => s("circle", { class: "ssc-compared", cx: x(each), cy: y(each), r: 6 })),
      s("circle", { class: "ssc-focus", ...at, r: 11.5 }),
      s("circle", { class: "ssc-thumb", ...at, r: 8 }),
      ...this.labels(tree, x, [up, down]),
    );
  }

  private labels(tree: Tree, x: (step: number) => number, [up, down]: readonly [number, number]) {
    const { step, other } = this.marked;
    const { at, branches } = tree.history;
    const text = (said: string, left: number, top: number, more = {}): SVGElement =>
      s("text", { x: left, y: top, ...more }, said);
    const end = { "text-anchor": "end" };
    const start = text(words.START, LEFT, up + 20);
    if (!other) return [start, ...(x(at) > 80 ? [text(words.NOW, x(at) + 4, up + 20, end)] : [])];
    const present = tree.branchOf(tree.history.end)?.number ?? branches.length;
    const last = x(tree.line(other).at(-1) ?? 0);
    const chosen = { class: tree.isOnMain(step) ? null : "ssc-s" };
    const name = words.branchOf(other.number);
    const beside = last < 250;
    return [
      start,
      text(words.branchNow(present), Math.max(80, x(at) + 4), 9, end),
      beside
        ? text(name, last + 17, down + 4, chosen)
        : text(name, last + 4, down + 21, { ...end, ...chosen }),
    ];
  }
}

const lanes = (other: BranchShown | null): readonly [number, number, number] =>
  other ? [18, 46, 70] : [12, 12, 36];

/** The path from the step a branch began at to its own first step, without its beginning. */
function bend(tree: Tree, first: number, [up, down]: readonly [number, number]): string {
  const { span } = tree.history;
  const to = along(tree.depth(first), span);
  const from = along(tree.depth(first) - 1, span);
  const at = (share: number): number => round(from + share * (to - from));
  return `${from} ${up}C${at(0.6)} ${up} ${at(0.4)} ${down} ${to} ${down}`;
}
