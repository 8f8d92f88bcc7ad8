/** Draws the points and links of one step of the replay. */

import { put, s } from "../core/dom";
import { round, shortened } from "../core/geometry";
import { fillOf, shapeOf } from "../plot/palette";
import { type Answered, type Data, numbers, type Shown } from "./data";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 440, 62, 16, 8, 55];
const GAP = 6.5;
/** Of more points than this only small squares are drawn, one path for each cluster. */
const MANY = 5000;
const WHOLE = 65_535;

export const colourOf = (cluster: number): string =>
  fillOf(cluster).startsWith("#") ? fillOf(cluster) : "currentColor";

export class Plot {
  readonly el = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "plot" });
  private readonly points: [number, number][];
  private readonly cloud = s("g", {});
  private readonly links = s("g", {});
  private readonly dots: SVGPathElement[] = [];

  constructor(data: Data) {
    const shares = numbers(data.places, 2);
    const [right, bottom] = [WIDTH - RIGHT, HEIGHT - BOTTOM];
    this.points = Array.from({ length: data.n }, (_, i) => [
      round(LEFT + ((shares[2 * i] ?? 0) / WHOLE) * (right - LEFT)),
      round(bottom - ((shares[2 * i + 1] ?? 0) / WHOLE) * (bottom - TOP)),
    ]);
    this.el.append(axes(data), this.cloud, this.links);
    if (data.n > MANY) return;
    for (const [x, y] of this.points)
      this.dots.push(s("path", { class: "dot", transform: `translate(${x} ${y})` }));
    this.cloud.append(...this.dots);
    this.dots.forEach((dot, i) => {
      put(dot, "data-index", i);
      dot.append(s("title", {}, data.names?.[i] ?? String(i)));
    });
  }

  show({ labels, answers }: Shown, violated: ReadonlySet<number>, about: string): void {
    put(this.el, "aria-label", about);
    const linked = new Set(answers.flatMap(({ i, j, kind }) => (kind === "unknown" ? [] : [i, j])));
    if (this.dots.length) this.paint(labels, linked);
    else this.squares(labels);
    this.links.replaceChildren(...answers.flatMap((answer) => this.link(answer, violated)));
  }

  private paint(labels: Uint16Array, linked: ReadonlySet<number>): void {
    this.dots.forEach((dot, i) => {
      const cluster = labels[i] ?? 0;
      put(dot, "data-cluster", cluster);
      put(dot, "fill", colourOf(cluster));
      put(dot, "d", shapeOf(cluster));
      put(dot, "data-linked", linked.has(i));
    });
  }

  private squares(labels: Uint16Array): void {
    const paths = new Map<number, string[]>();
    this.points.forEach(([x, y], i) => {
      const cluster = labels[i] ?? 0;
      const path = paths.get(cluster) ?? [];
      path.push(`M${x - 1} ${y - 1}h2v2h-2z`);
      paths.set(cluster, path);
    });
    const drawn = [...paths].map(([cluster, parts]) =>
      s("path", {
        class: "cloud",
        "data-cluster": cluster,
        fill: colourOf(cluster),
        d: parts.join(""),
      }),
    );
    this.cloud.replaceChildren(...drawn);
  }

  private link(answer: Answered, violated: ReadonlySet<number>): SVGElement[] {
    const [p, q] = [this.points[answer.i], this.points[answer.j]];
    if (answer.kind === "unknown" || !p || !q) return [];
    const [from, to] = shortened(p, q, GAP);
    const d = `M${from.map(round).join(" ")}L${to.map(round).join(" ")}`;
    const look = { "data-kind": answer.kind, "data-soft": answer.soft };
    return [
      s("path", { class: "halo", d }),
      s("path", {
        class: "link",
        d,
        "data-answer": answer.number,
        "data-violated": violated.has(answer.number),
        ...look,
      }),
    ];
  }
}

function axes({ titles, ticks }: Data): SVGGElement {
  const [right, bottom] = [WIDTH - RIGHT, HEIGHT - BOTTOM];
  const across = ticks[0].map(([share, text]) => {
    const x = round(LEFT + share * (right - LEFT));
    const word = s("text", { class: "tick", x, y: bottom + 18, "text-anchor": "middle" }, text);
    return s("g", {}, s("path", { class: "axis", d: `M${x} ${bottom}v5` }), word);
  });
  const up = ticks[1].map(([share, text]) => {
    const y = round(bottom - share * (bottom - TOP));
    const word = s("text", { class: "tick", x: LEFT - 9, y: y + 4, "text-anchor": "end" }, text);
    return s("g", {}, s("path", { class: "axis", d: `M${LEFT} ${y}h-5` }), word);
  });
  const middle = { "text-anchor": "middle", class: "title" };
  return s(
    "g",
    {},
    s("path", { class: "axis", d: `M${LEFT} ${TOP}V${bottom}H${right}` }),
    ...across,
    ...up,
    s("text", { ...middle, x: (LEFT + right) / 2, y: bottom + 42 }, titles[0]),
    s(
      "text",
      { ...middle, transform: `translate(15 ${(TOP + bottom) / 2}) rotate(-90)` },
      titles[1],
    ),
  );
}
