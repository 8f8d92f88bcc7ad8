/** bqplot's dots, found inside our own root and told apart by attributes. */

import { at, type Point } from "./geometry";

export type Labels = Uint8Array | Uint16Array;

const TRANSLATE = /translate\(\s*(-?[\d.eE+-]+)[\s,]+(-?[\d.eE+-]+)/;

/** The labels as the kernel sent them: one or two bytes each, little endian. */
export function decode(bytes: unknown, itemsize: number): Labels {
  if (!(bytes instanceof DataView)) return new Uint8Array();
  if (itemsize !== 2) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: Math.floor(bytes.byteLength / 2) }, (_, i) =>
    bytes.getUint16(2 * i, true),
  );
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
    this.marks.forEach((mark, i) => {
      mark.setAttribute("data-index", String(i));
    });
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

  /**
   * Read the centres anew; true if all have a place and any has moved. A figure that is not laid out, as
   * while the host changes its theme, says nothing: the places known before stay.
   */
  measure(): boolean {
    if (this.figure.checkVisibility?.() === false) return false;
    const [e, f] = origin(this.groups[0]?.parentElement, this.figure);
    let moved = false;
    this.placed = this.groups.length > 0;
    this.groups.forEach((group, i) => {
      const [x, y] = translation(group.getAttribute("transform"));
      const [px, py] = [x + e, y + f];
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

/**
 * Where the dots' own space begins in the figure: the sum of the translations around them. The figure and
 * the overlay fill one cell of the grid, so that the overlay's pixels begin at the same corner.
 */
function origin(around: Element | null | undefined, figure: Element): Point {
  let [x, y] = [0, 0];
  for (let group = around; group && group !== figure; group = group.parentElement) {
    const [dx, dy] = translation(group.getAttribute("transform"));
    if (Number.isFinite(dx + dy)) [x, y] = [x + dx, y + dy];
  }
  return [x, y];
}
