/** The name of each cluster at its median, with its mark where points are too small for a shape. */

import { clipped, s } from "../../core/dom";
import { round } from "../../core/geometry";
import type { View } from "../../core/view_state";
import { shapeOf } from "../palette";
import type { Drawing } from "./overlay";

const SCALE = 1.4;
const LETTERS = 24;
const [LETTER, LINE] = [7.4, 17];
/** Between the middle of a mark and its name. */
const BESIDE = 11;

type Box = readonly [left: number, top: number, right: number, bottom: number];

export class ClusterNames implements Drawing {
  readonly el = s("g", { class: "ssc-medians" });

  draw({ state, stage }: View): void {
    const { medians, unit, painter } = state.axes;
    const [[x0, x1], [y0, y1]] = unit;
    const isMarked = painter === "squares";
    const taken: Box[] = [];
    // The larger cluster has its name where two would overlap
    const bySize = [...state.clusters].sort((a, b) => b.size - a.size);
    const shown = bySize.flatMap(({ id: cluster, name }) => {
      const median = medians.find((each) => each.cluster === cluster);
      if (!median || !name) return [];
      const [x, y] = median.place;
      const at = stage.camera.pixel((x - x0) / (x1 - x0), (y - y0) / (y1 - y0));
      if (!stage.camera.holds(...at)) return [];
      const told = clipped(name, LETTERS);
      const text = isMarked
        ? s("text", { x: BESIDE, y: 4.5 }, told)
        : s("text", { y: 4.5, "text-anchor": "middle" }, told);
      const isFree = takes(taken, at, told.length * LETTER, isMarked ? BESIDE : null);
      const mark = s("path", {
        class: "ssc-pt",
        "data-cluster": cluster,
        d: shapeOf(cluster),
        transform: `scale(${SCALE})`,
      });
      const transform = `translate(${at.map(round).join(" ")})`;
      const parts = [...(isMarked ? [mark] : []), ...(isFree ? [text] : [])];
      return [s("g", { class: "ssc-median", transform }, ...parts)];
    });
    this.el.replaceChildren(...shown);
  }
}

/** Whether a name has its place to itself, which it then takes; `beside` a mark, or else centred. */
export function takes(
  taken: Box[],
  [x, y]: readonly [number, number],
  wide: number,
  beside: number | null,
): boolean {
  const left = x + (beside ?? -wide / 2);
  const box: Box = [left, y - LINE / 2, left + wide, y + LINE / 2];
  const meets = ([l, t, r, b]: Box): boolean =>
    l < box[2] && box[0] < r && t < box[3] && box[1] < b;
  if (taken.some(meets)) return false;
  taken.push(box);
  return true;
}
