/** Paints up to some thousand points at rest with bqplot's own SVG nodes. */

import type { Camera } from "../../core/camera";
import type { Labels } from "../../core/dots";
import type { Point } from "../../core/geometry";

const TRANSLATE = /translate\(\s*(-?[\d.eE+-]+)[\s,]+(-?[\d.eE+-]+)/;

/** Where a `translate(x, y)` puts things. */
export function translation(transform: string | null): Point {
  const match = transform ? TRANSLATE.exec(transform) : null;
  return match ? [Number(match[1]), Number(match[2])] : [NaN, NaN];
}

export class Nodes {
  private groups: SVGElement[] = [];
  private marks: SVGPathElement[] = [];
  private readonly at: string[] = [];
  /** Where the dots' own space begins in the figure. */
  private corner: Point = [0, 0];

  constructor(private readonly figure: Element) {}

  /** Whether `n` dots are held and still in the document. */
  holds(n: number): boolean {
    const { marks } = this;
    return n > 0 && marks.length === n && !!marks[0]?.isConnected && !!marks[n - 1]?.isConnected;
  }

  /** Bind the dots once bqplot has drawn all `n`; false until then. */
  bind(n: number): boolean {
    const groups = [...this.figure.querySelectorAll<SVGElement>(".object_grp")];
    const marks = groups.map((group) => group.querySelector<SVGPathElement>("path.dot"));
    if (!n || marks.length !== n || marks.includes(null)) return false;
    this.groups = groups;
    this.marks = marks as SVGPathElement[];
    this.at.length = 0;
    this.isShifted();
    this.marks.forEach((mark, i) => {
      mark.setAttribute("data-index", String(i));
    });
    return true;
  }

  /** Whether bqplot has moved the space of all dots since it was asked last. */
  isShifted(): boolean {
    const [x, y] = this.corner;
    this.corner = origin(this.groups[0]?.parentElement, this.figure);
    return x !== this.corner[0] || y !== this.corner[1];
  }

  /** One attribute per dot; the style sheet makes colour and shape of it. */
  paint(labels: Labels): void {
    this.marks.forEach((mark, i) => {
      const cluster = String(labels[i] ?? 0);
      if (mark.getAttribute("data-cluster") !== cluster) mark.setAttribute("data-cluster", cluster);
    });
  }

  /** Give exactly these dots a bare attribute. */
  flag(name: string, wanted: ReadonlySet<number>): void {
    for (const mark of this.figure.querySelectorAll(`path.dot[${name}]`)) {
      if (!wanted.has(Number(mark.getAttribute("data-index")))) mark.removeAttribute(name);
    }
    for (const i of wanted) {
      const mark = this.marks[i];
      if (mark && !mark.hasAttribute(name)) mark.setAttribute(name, "");
    }
  }

  /** Position every dot; a style overrides the attribute that bqplot writes. */
  place(points: Float64Array, camera: Camera): void {
    const [e, f] = this.corner;
    this.groups.forEach((group, i) => {
      const [x, y] = [points[2 * i] as number, points[2 * i + 1] as number];
      const shown = camera.holds(x, y);
      const at = shown ? `translate(${fixed(x - e)}px,${fixed(y - f)}px)` : "";
      if (this.at[i] === at) return;
      this.at[i] = at;
      if (shown) group.style.transform = at;
      group.style.display = shown ? "" : "none";
    });
  }
}

const fixed = (value: number): number => Math.round(value * 100) / 100;

/**
 * The dots' origin in the figure: the sum of the translations around them. The overlay has the same
 * origin: both fill one cell.
 */
function origin(around: Element | null | undefined, figure: Element): Point {
  let [x, y] = [0, 0];
  for (let group = around; group && group !== figure; group = group.parentElement) {
    const [dx, dy] = translation(group.getAttribute("transform"));
    if (Number.isFinite(dx + dy)) [x, y] = [x + dx, y + dy];
  }
  return [x, y];
}
