/** Marks of rows on the plot: rings and question marks of new ones, crosses of those left out. */

import type { LeftOut, NewRows } from "../../contract";
import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { rings, round } from "../../core/geometry";
import { RINGS } from "../../core/marked_points";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";

const CROSS = "m-4-4l8 8m0-8l-8 8";

const isHidden = ({ state, local }: View): boolean =>
  !!state.conflict || local.past !== null || !!local.fitStep;

/** A ring around each new row, and a question mark beside those to look at. */
export class NewMarks implements Drawing {
  readonly el = s("g", { class: "ssc-newmarks" });

  constructor(private readonly shown: () => { rows: NewRows | null; chosen: number | null }) {}

  draw(view: View, dots: Dots): void {
    const { rows, chosen } = this.shown();
    this.el.replaceChildren();
    if (!rows || isHidden(view)) return;
    const inView = rows.marks.slice(0, RINGS).filter((row) => dots.shows(row));
    const d = rings(dots.points, inView, 8.5);
    const asked = rows.listed.filter(({ index, drawn }) => !drawn && dots.shows(index));
    this.el.append(
      s("path", { class: "ssc-halo", d }),
      s("path", { class: "ssc-ring", d }),
      ...asked.map(({ index }) => questionMark(dots.at(index))),
    );
    if (chosen === null || !dots.shows(chosen)) return;
    const [x, y] = dots.at(chosen);
    const box = { x: x - 13, y: y - 13, width: 26, height: 26, rx: 4 };
    this.el.append(
      s("rect", { class: "ssc-halo", ...box }),
      s("rect", { class: "ssc-box", ...box }),
    );
  }
}

/** A cross on each row that is left out. */
export class Crosses implements Drawing {
  readonly el = s("path", { class: "ssc-crosses" });

  constructor(private readonly shown: () => LeftOut | null) {}

  draw(view: View, dots: Dots): void {
    const found = isHidden(view) ? null : this.shown();
    const some = (found?.marks ?? []).slice(0, RINGS).filter((row) => dots.shows(row));
    const d = some.map((row) => dots.at(row)).map(([x, y]) => `M${round(x)} ${round(y)}${CROSS}`);
    this.el.setAttribute("d", d.join(""));
  }
}

function questionMark([x, y]: readonly [number, number]): SVGGElement {
  const place = `translate(${round(x + 10)} ${round(y - 10)})`;
  return s(
    "g",
    { class: "ssc-mark", transform: place },
    s("circle", { r: 7 }),
    s("text", { y: 3.6 }, "?"),
  );
}
