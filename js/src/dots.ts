/** bqplot's dots, found inside our own root and told apart by attributes. */

import { at, type Point } from "./geometry";

export type Labels = Uint8Array | Uint16Array;

const TRANSLATE = /translate\(\s*(-?[\d.eE+-]+)[\s,]+(-?[\d.eE+-]+)/;

/** The labels as the kernel sent them: one or two bytes each, little endian. */
export function decode(bytes: unknown, itemsize: number): Labels {
  if (!(bytes instanceof DataView)) return new Uint8Array();
  if (itemsize !== 2) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: bytes.byteLength >> 1 }, (_, i) => bytes.getUint16(2 * i, true));
}

/** Where a `translate(x, y)` puts things. */
export function translation(transform: string | null): Point {
  const match = transform ? TRANSLATE.exec(transform) : null;
  return match ? [Number(match[1]), Number(match[2])] : [NaN, NaN];
}

export class Dots {
  /** Centres in the overlay's pixels: x0, y0, x1, y1, … */
  points = new Float64Array();
  private groups: Element[] = [];
  private marks: SVGPathElement[] = [];
  private labels: Labels = new Uint8Array();
  private placed = false;

  constructor(
    private readonly figure: Element,
    private readonly overlay: SVGSVGElement,
  ) {}

  /** Whether the dots are held and bqplot has given every one its place. */
  get ready(): boolean {
    return this.placed;
  }

  /** Take hold of the dots once bqplot has drawn all `n` of them; true while they are held. */
  bind(n: number): boolean {
    const held = this.marks;
    if (held.length === n && n > 0 && held[0]?.isConnected && held[n - 1]?.isConnected) return true;
    const groups = [...this.figure.querySelectorAll(".object_grp")];
    const marks = groups.map((group) => group.querySelector<SVGPathElement>("path.dot"));
    if (!n || marks.length !== n || marks.includes(null)) return false;
    this.groups = groups;
    this.marks = marks as SVGPathElement[];
    this.points = new Float64Array(2 * n);
    this.marks.forEach((mark, i) => mark.setAttribute("data-index", String(i)));
    this.paint(this.labels);
    return true;
  }

  /** One attribute per dot; the style sheet makes colour and shape of it. */
  paint(labels: Labels): void {
    this.labels = labels;
    this.marks.forEach((mark, i) => {
      const cluster = String(labels[i] ?? 0);
      if (mark.getAttribute("data-cluster") !== cluster) mark.setAttribute("data-cluster", cluster);
    });
  }

  cluster(i: number): number {
    return this.labels[i] ?? 0;
  }

  /** Give exactly these dots a bare attribute. */
  flag(name: string, indices: Iterable<number>): void {
    const wanted = new Set(indices);
    for (const mark of this.figure.querySelectorAll(`path.dot[${name}]`)) {
      if (!wanted.has(Number(mark.getAttribute("data-index")))) mark.removeAttribute(name);
    }
    for (const i of wanted) this.marks[i]?.setAttribute(name, "");
  }

  /** Read the centres anew; true if all have a place and any has moved. One matrix serves all dots. */
  measure(): boolean {
    const parent = this.groups[0]?.parentElement as unknown as SVGGraphicsElement | undefined;
    const [a, d, e, f] = between(parent, this.overlay);
    let moved = false;
    this.placed = this.groups.length > 0;
    this.groups.forEach((group, i) => {
      const [x, y] = translation(group.getAttribute("transform"));
      const [px, py] = [a * x + e, d * y + f];
      this.placed &&= Number.isFinite(px + py);
      moved ||= px !== this.points[2 * i] || py !== this.points[2 * i + 1];
      this.points[2 * i] = px;
      this.points[2 * i + 1] = py;
    });
    return moved && this.placed;
  }

  /** A place on the screen in the overlay's pixels. */
  local(clientX: number, clientY: number): Point {
    const matrix = this.overlay.getScreenCTM?.();
    if (!matrix) return [clientX, clientY];
    return [(clientX - matrix.e) / matrix.a, (clientY - matrix.f) / matrix.d];
  }

  at(i: number): Point {
    return at(this.points, i);
  }
}

/** Scale and shift from one element's user space to another's. */
function between(from: SVGGraphicsElement | undefined, to: SVGSVGElement): [number, number, number, number] {
  const source = from?.getScreenCTM?.();
  const target = to.getScreenCTM?.();
  if (!source || !target) return [1, 1, 0, 0];
  return [
    source.a / target.a,
    source.d / target.d,
    (source.e - target.e) / target.a,
    (source.f - target.f) / target.d,
  ];
}
