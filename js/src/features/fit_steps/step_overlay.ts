/** Draws a step of a fit: centres and their paths, metric, penalties. */

import type { Frame, StepsHead } from "../../contract";
import { s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { type Point, round } from "../../core/geometry";
import type { View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";
import { fillOf, shapeOf } from "../../plot/palette";
import * as words from "./text";

export interface Shown {
  readonly head: StepsHead;
  readonly frame: Frame;
}

export class StepDrawing implements Drawing {
  readonly under = s("g", { class: "ssc-ellipses" });
  readonly el = s("g", { class: "ssc-trails" });

  constructor(private readonly shown: () => Shown | null) {}

  draw(view: View, dots: Dots): void {
    this.under.replaceChildren();
    this.el.replaceChildren();
    const shown = view.state.conflict || view.local.disconnected ? null : this.shown();
    if (!shown || !view.local.fitStep) return;
    const { camera } = view.stage;
    const at = ([u, v]: readonly [number, number]): Point => camera.pixel(u, v);
    const { ellipses, centres } = shown.frame;
    this.under.append(...ellipses.map(([k, outline]) => ellipse(k, outline.map(at))));
    const paths = shown.head.centre_paths.slice(0, centres + 1);
    (paths.at(-1) ?? []).forEach((_, k) => {
      this.el.append(
        way(
          k,
          paths.flatMap((each) => (each[k] ? [at(each[k])] : [])),
        ),
      );
    });
    this.el.append(...pulling(view, dots, shown.frame));
  }
}

function ellipse(cluster: number, outline: readonly Point[]): SVGElement {
  const d = `M${outline.map(text).join("L")}Z`;
  return s("path", { d, "data-hue": cluster, style: `--ssc-fill:${fillOf(cluster)}` });
}

/** The trail of a centre, with a dot at each earlier place. */
function way(cluster: number, places: readonly Point[]): SVGElement {
  const now = places.at(-1) as Point;
  const steps = places.filter((p, k) => k === 0 || text(p) !== text(places[k - 1] as Point));
  const group = s("g", { "data-hue": cluster, style: `--ssc-fill:${fillOf(cluster)}` });
  const d = shapeOf(cluster);
  const there = `translate(${text(now)})`;
  group.append(
    s("path", { class: "ssc-trail", d: `M${steps.map(text).join("L")}` }),
    ...steps.slice(0, -1).map(([cx, cy]) => s("circle", { cx, cy, r: 3.5 })),
    s("path", { class: "ssc-halo", d, transform: `${there} scale(2)` }),
    s("path", { class: "ssc-centre", d, transform: `${there} scale(2)` }),
    s("path", { class: "ssc-core", d, transform: `${there} scale(.55)` }),
  );
  return group;
}

/** What the links add that pull, in words at their middles; the lines are drawn with all links. */
function pulling({ state }: View, dots: Dots, { pulls }: Frame): SVGElement[] {
  return pulls.slice(0, 5).flatMap(([answer, amount]) => {
    const link = state.links.find((each) => each.answer === answer);
    if (!link) return [];
    const [p, q] = [dots.at(link.i), dots.at(link.j)];
    const middle: Point = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    const label = s("text", { y: -10, "text-anchor": "middle" }, words.pull(amount));
    return [s("g", { class: "ssc-pull", transform: `translate(${text(middle)})` }, label)];
  });
}

const text = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
