/** Plain geometry of the screen. Points are given as one flat array: x0, y0, x1, y1, … */

export type Point = readonly [number, number];
export type Flat = Float64Array | readonly number[];
export type Direction = "left" | "right" | "up" | "down";

const STEPS: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** Even–odd rule. */
export function inPolygon(x: number, y: number, polygon: readonly Point[]): boolean {
  let inside = false;
  let [px, py] = polygon.at(-1) ?? [0, 0];
  for (const [qx, qy] of polygon) {
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) inside = !inside;
    [px, py] = [qx, qy];
  }
  return inside;
}

/** Indices of the points inside a polygon, in order. */
export function enclosed(points: Flat, polygon: readonly Point[]): number[] {
  const found: number[] = [];
  if (polygon.length < 3) return found;
  const xs = polygon.map((p) => p[0]);
  const ys = polygon.map((p) => p[1]);
  const [left, right, top, bottom] = [min(xs), max(xs), min(ys), max(ys)];
  for (let i = 0; i < points.length / 2; i++) {
    const [x, y] = [points[2 * i] as number, points[2 * i + 1] as number];
    if (x < left || x > right || y < top || y > bottom) continue;
    if (inPolygon(x, y, polygon)) found.push(i);
  }
  return found;
}

/** Indices within `radius`, nearest first; at one place the topmost comes first. */
export function near(points: Flat, x: number, y: number, radius: number): number[] {
  const hits: [number, number][] = [];
  for (let i = 0; i < points.length / 2; i++) {
    const [px, py] = at(points, i);
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance <= radius ** 2) hits.push([distance, i]);
  }
  return hits.sort((a, b) => a[0] - b[0] || b[1] - a[1]).map((hit) => hit[1]);
}

/** The nearest point in a direction: within 45° of it where there is one, else in its half-plane. */
export function neighbour(points: Flat, from: Point, direction: Direction): number | null {
  const [ux, uy] = STEPS[direction];
  let best: number | null = null;
  let lowest = Infinity;
  for (let i = 0; i < points.length / 2; i++) {
    const [x, y] = at(points, i);
    const along = (x - from[0]) * ux + (y - from[1]) * uy;
    const across = Math.abs((x - from[0]) * uy) + Math.abs((y - from[1]) * ux);
    if (along <= 0.5) continue;
    const cost = Math.hypot(along, across) + (across > along ? 1e6 : 0);
    if (cost < lowest) [best, lowest] = [i, cost];
  }
  return best;
}

export type Combine = "replace" | "add" | "remove";

/** A selection after one more lasso, ascending. */
export function combined(
  before: readonly number[],
  inside: readonly number[],
  how: Combine,
): number[] {
  if (how === "replace") return [...inside].sort((a, b) => a - b);
  const kept = new Set(before);
  for (const index of inside) {
    if (how === "add") kept.add(index);
    else kept.delete(index);
  }
  return [...kept].sort((a, b) => a - b);
}

/** The ends of a link, shortened by `gap`; unchanged where the points are too close. */
export function shortened(p: Point, q: Point, gap: number): [Point, Point] {
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
  if (length <= 2 * gap + 1) return [p, q];
  const [dx, dy] = [((q[0] - p[0]) * gap) / length, ((q[1] - p[1]) * gap) / length];
  return [
    [p[0] + dx, p[1] + dy],
    [q[0] - dx, q[1] - dy],
  ];
}

/** A path of circles around points: one element, however many there are. */
export function rings(points: Flat, indices: readonly number[], r: number): string {
  const arc = `a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  return indices
    .map((i) => at(points, i))
    .map(([x, y]) => `M${round(x - r)} ${round(y)}${arc}`)
    .join("");
}

export const at = (points: Flat, i: number): Point => [
  points[2 * i] ?? NaN,
  points[2 * i + 1] ?? NaN,
];
export const round = (value: number): number => Math.round(value * 10) / 10;
const min = (values: number[]): number => values.reduce((a, b) => Math.min(a, b));
const max = (values: number[]): number => values.reduce((a, b) => Math.max(a, b));

export const middle = (points: readonly Point[]): Point => [
  points.reduce((sum, p) => sum + p[0], 0) / points.length,
  points.reduce((sum, p) => sum + p[1], 0) / points.length,
];
