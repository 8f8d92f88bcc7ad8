/** The name and mark of each cluster at its median, where points are too small to have a shape. */

import { clipped, s } from "../../core/dom";
import { round } from "../../core/geometry";
import type { View } from "../../core/view_state";
import { shapeOf } from "../palette";
import type { Drawing } from "./overlay";

const SCALE = 1.4;
const LETTERS = 24;

export class ClusterNames implements Drawing {
  readonly el = s("g", { class: "ssc-medians" });

  draw({ state, stage }: View): void {
    const { medians, unit } = state.axes;
    const [[x0, x1], [y0, y1]] = unit;
    const shown = medians.flatMap((median) => {
      const { cluster } = median;
      const [x, y] = median.place;
      const at = stage.camera.pixel((x - x0) / (x1 - x0), (y - y0) / (y1 - y0));
      const name = state.clusters.find(({ id }) => id === cluster)?.name;
      if (!name || !stage.camera.holds(...at)) return [];
      const mark = s("path", {
        class: "ssc-pt",
        "data-cluster": cluster,
        d: shapeOf(cluster),
        transform: `scale(${SCALE})`,
      });
      const text = s("text", { x: 11, y: 4.5 }, clipped(name, LETTERS));
      const transform = `translate(${at.map(round).join(" ")})`;
      return [s("g", { class: "ssc-median", transform }, mark, text)];
    });
    this.el.replaceChildren(...shown);
  }
}
