/** Draws the points and links of the constraints that cannot be satisfied together. */

import { clipped, s } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { rings, round, shortened } from "../../core/geometry";
import { unfitted, type View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";

const RING = 12;
/** Letters of a name beside its point. */
const LETTERS = 24;

export class InfeasibleOverlay implements Drawing {
  readonly el = s("g", { class: "ssc-conflicts" });

  draw(view: View, dots: Dots): void {
    this.el.replaceChildren(...inTheWay(view, dots));
  }
}

function inTheWay(view: View, dots: Dots): SVGElement[] {
  const found = unfitted(view);
  if (!found?.points.length || view.state.conflict) return [];
  const answers = new Set(found.answers);
  const links = view.state.links.filter(({ answer }) => answers.has(answer));
  const d = links
    .map(({ i, j }) => shortened(dots.at(i), dots.at(j), RING))
    .map(([p, q]) => `M${p.map(round).join(" ")}L${q.map(round).join(" ")}`)
    .join("");
  const seen = found.points.filter(({ i }) => dots.shows(i));
  const around = rings(
    dots.points,
    seen.map(({ i }) => i),
    RING,
  );
  return [
    s("path", { class: "ssc-halo", d }),
    s("path", { class: "ssc-infeasible", d }),
    s("path", { class: "ssc-halo", d: around }),
    s("path", { class: "ssc-apartring", d: around }),
    ...seen.map(({ i, name }) => tag(dots.at(i), name)),
  ];
}

function tag([x, y]: readonly [number, number], name: string): SVGElement {
  const place = `translate(${round(x)} ${round(Math.max(11, y - RING - 10))})`;
  const text = s("text", { y: 4.2 }, clipped(name, LETTERS));
  return s("g", { class: "ssc-tag", transform: place }, text);
}
