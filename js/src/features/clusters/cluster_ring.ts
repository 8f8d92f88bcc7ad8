/** The ring around the points of the cluster that is chosen in the list. */

import { put, s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { round } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";

/** Distance of the ring from the points. */
const ROOM = 10;

export class ClusterRing implements Drawing {
  readonly el = s("g", { class: "ssc-ofcluster" });
  private readonly rings = ["ssc-halo", "ssc-ring"].map((name) => s("ellipse", { class: name }));

  constructor(private readonly chosen: () => number | null) {
    this.el.append(...this.rings);
  }

  draw({ state, local }: View, dots: Dots): void {
    const cluster = state.conflict || local.disconnected ? null : this.chosen();
    const ring = cluster === null ? null : around(dots, cluster);
    put(this.el, "visibility", ring ? null : "hidden");
    for (const each of ring ? this.rings : [])
      for (const [name, value] of Object.entries(ring ?? {})) put(each, name, round(value));
  }
}

/** The smallest ellipse of the box's proportions that holds the points of a cluster. */
function around(dots: Dots, cluster: number) {
  const rows = rowsOf(dots, cluster);
  if (!rows.length) return null;
  const [xs, ys] = [0, 1].map((k) => rows.map((i) => dots.at(i)[k] as number)) as [
    number[],
    number[],
  ];
  const [x, y] = [ends(xs), ends(ys)];
  const [cx, cy] = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2];
  const [wide, high] = [Math.max(1, x[1] - cx), Math.max(1, y[1] - cy)];
  let far = 0;
  xs.forEach((at, k) => {
    far = Math.max(far, Math.hypot((at - cx) / wide, ((ys[k] as number) - cy) / high));
  });
  return { cx, cy, rx: far * wide + ROOM, ry: far * high + ROOM };
}

/** The points of a cluster. */
export function rowsOf(dots: Dots, cluster: number): number[] {
  const rows: number[] = [];
  for (let i = 0; i < dots.n; i++) if (dots.cluster(i) === cluster) rows.push(i);
  return rows;
}

function ends(values: readonly number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}
