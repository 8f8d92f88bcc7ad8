/** Draws a contradictory answer and the chain of earlier answers that forbids it. */

import type { Conflict } from "../../contract";
import { put, s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { middle, type Point, round, shortened } from "../../core/geometry";
import type { View } from "../../core/view_state";
import { mark } from "../../plot/overlays/link_lines";
import type { Drawing } from "../../plot/overlays/overlay";
import type { Tag } from "../../plot/overlays/point_names";

export class ChainOverlay implements Drawing {
  readonly el = s("g", { class: "ssc-chain" });
  /** The step of the chain that is lit up. */
  readonly under = s("g", { class: "ssc-lit" });

  draw({ state, local, stage }: View, dots: Dots, tag: Tag): void {
    this.el.replaceChildren();
    this.under.replaceChildren();
    const { conflict } = state;
    if (!conflict) return;
    const lit = conflict.chain.find((step) => step.answer === local.step);
    if (lit) {
      const [p, q] = shortened(dots.at(lit.i), dots.at(lit.j), 12);
      this.under.append(s("line", { x1: p[0], y1: p[1], x2: q[0], y2: q[1] }));
    }
    const { inner } = stage.camera;
    this.bend(conflict, dots, inner.top + inner.height);
    for (const [index, name] of names(conflict)) tag(index, name);
  }

  private bend({ chain, new: fresh }: Conflict, dots: Dots, height: number): void {
    const [p, q] = [dots.at(fresh.i), dots.at(fresh.j)];
    const steps = chain.flatMap((step) => [dots.at(step.i), dots.at(step.j)]);
    const bend = bulge(p, q, middle(steps), height);
    const [from] = shortened(p, bend, 9);
    const [to] = shortened(q, bend, 9);
    const d = `M${from.map(round).join(" ")}Q${bend.map(round).join(" ")} ${to.map(round).join(" ")}`;
    const top = [(from[0] + 2 * bend[0] + to[0]) / 4, (from[1] + 2 * bend[1] + to[1]) / 4] as const;
    const drawn = s("path", { class: "ssc-new", d });
    put(drawn, "data-kind", fresh.kind);
    this.el.append(s("path", { class: "ssc-halo", d }), drawn, mark("ssc-mark", top, 9, "!", 4.3));
  }
}

/** The handle of a curve that avoids the straight line and the chain, within the plot. */
function bulge(p: Point, q: Point, chain: Point, height: number): Point {
  const [mx, my] = middle([p, q]);
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
  let [nx, ny] = [-(q[1] - p[1]) / length, (q[0] - p[0]) / length];
  const side = (chain[0] - mx) * nx + (chain[1] - my) * ny;
  if (Math.abs(side) > 2 ? side > 0 : my < height / 2 === ny < 0) [nx, ny] = [-nx, -ny];
  const reach = Math.max(40, Math.min(110, length * 0.65));
  return [mx + nx * reach, Math.max(12, Math.min(height - 4, my + ny * reach))];
}

function names({ chain, new: fresh }: Conflict): Map<number, string> {
  const found = new Map<number, string>();
  for (const { i, j, a, b } of [...chain.slice(0, 30), fresh]) found.set(i, a).set(j, b);
  return found;
}
