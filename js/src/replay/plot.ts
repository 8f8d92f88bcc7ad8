/** Draws the points and links of one step of the replay. */

import { put, s } from "../core/dom";
import { FOUND } from "../core/dots";
import { round, shortened } from "../core/geometry";
import { markOf } from "../plot/hollow_mark";
import { fillOf } from "../plot/palette";
import { OUT, OWN, printed, printedSpot } from "../plot/value_colours";
import { type Answered, type Data, numbers, type Shown } from "./data";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 440, 62, 16, 8, 55];
const GAP = 6.5;
/** Of more points than this only small squares are drawn, one path for each cluster. */
const MANY = 5000;
const WHOLE = 65_535;
/** The label of a row that is left out, or not there yet. */
const ABSENT = 65_534;

export const colourOf = (cluster: number): string => {
  if (cluster === FOUND) return "none";
  return fillOf(cluster).startsWith("#") ? fillOf(cluster) : "currentColor";
};

type CodeOf = (i: number) => number;

export class Plot {
  readonly el = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "plot" });
  private readonly points: [number, number][];
  private readonly cloud = s("g", {});
  private readonly links = s("g", {});
  private readonly dots: SVGPathElement[] = [];
  private readonly codes: readonly number[];

  constructor(data: Data) {
    const shares = numbers(data.places, 2);
    this.codes = data.fills ? numbers(data.fills.codes, 1) : [];
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

  /** Draw a step; with `isFilled` the points have the fills of the data, where there are any. */
  show(
    { labels, answers }: Shown,
    violated: ReadonlySet<number>,
    about: string,
    isFilled: boolean,
  ): void {
    put(this.el, "aria-label", about);
    const codeOf = (i: number): number => (isFilled ? (this.codes[i] ?? OWN) : OWN);
    const linked = new Set(answers.flatMap(({ i, j, kind }) => (kind === "unknown" ? [] : [i, j])));
    if (this.dots.length) this.paint(labels, linked, codeOf);
    else this.squares(labels, codeOf);
    const there = answers.filter(({ i, j }) => labels[i] !== ABSENT && labels[j] !== ABSENT);
    this.links.replaceChildren(...there.flatMap((answer) => this.link(answer, violated)));
  }

  private paint(labels: Uint16Array, linked: ReadonlySet<number>, codeOf: CodeOf): void {
    this.dots.forEach((dot, i) => {
      const [cluster, code] = [labels[i] ?? 0, codeOf(i)];
      const isOwn = code === OWN;
      put(dot, "data-cluster", cluster);
      put(dot, "display", cluster === ABSENT ? "none" : null);
      put(dot, "fill", isOwn ? colourOf(cluster) : printed(code));
      put(dot, "data-out", code >= OUT);
      put(dot, "data-value", !isOwn && code < OUT);
      dot.style.setProperty("--own", isOwn ? "" : colourOf(cluster));
      put(dot, "d", markOf(cluster));
      put(dot, "data-linked", linked.has(i));
    });
  }

  private squares(labels: Uint16Array, codeOf: CodeOf): void {
    const clouds = new Map<string, { cluster: number; code: number; parts: string[] }>();
    this.points.forEach(([x, y], i) => {
      const [cluster, code] = [labels[i] ?? 0, Math.min(codeOf(i), OUT)];
      if (cluster === ABSENT) return;
      const key = `${cluster} ${code}`;
      const cloud = clouds.get(key) ?? { cluster, code, parts: [] };
      cloud.parts.push(`M${x - 1} ${y - 1}h2v2h-2z`);
      clouds.set(key, cloud);
    });
    const back = [...clouds.values()].sort((a, b) => b.code - a.code);
    const drawn = back.map(({ cluster, code, parts }) =>
      s("path", {
        class: "cloud",
        "data-cluster": cluster,
        "data-hollow": code === OWN ? cluster === FOUND : printed(code) === "none",
        "data-value": printed(code) !== "none",
        fill: code === OWN ? colourOf(cluster) : printedSpot(code),
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
