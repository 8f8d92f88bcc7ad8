/** The replay page: a slider over all steps of a session. */

import { h, pushButton, put, s, setText } from "../core/dom";
import { FOUND } from "../core/dots";
import { NO_CLUSTER } from "../core/text";
import { markOf } from "../plot/hollow_mark";
import { glyph } from "../plot/palette";
import { printed, STEPS } from "../plot/value_colours";
import { Curve } from "./curves";
import {
  type Answered,
  type Data,
  type FillData,
  type Shown,
  type StepData,
  unpacked,
} from "./data";
import { colourOf, Plot } from "./plot";
import * as words from "./text";

const ROWS = 200;
const ANSWERS = 5;
const SWATCH = 10;

class Replay {
  private readonly shown: Shown[];
  private readonly last: number;
  private readonly plot: Plot;
  private readonly legend = h("ul", { class: "legend", "aria-label": words.LEGEND });
  private readonly colours: HTMLElement;
  private readonly story = h("div", { class: "story", role: "status", "aria-live": "polite" });
  private readonly table = h("tbody", {});
  private readonly curves: Curve[];
  private readonly slider: HTMLInputElement;
  private readonly earlier = arrow(words.EARLIER, "‹", () => this.go(this.at - 1));
  private readonly later = arrow(words.LATER, "›", () => this.go(this.at + 1));

  constructor(private readonly data: Data) {
    this.shown = unpacked(data);
    this.last = data.steps.length - 1;
    this.plot = new Plot(data);
    this.colours = h("ul", { class: "legend" }, ...meanings(data.fills));
    put(this.colours, "aria-label", data.fills?.said ?? null);
    const [scores, kept] = [
      data.steps.map(({ score }) => score),
      data.steps.map((step) => step.kept),
    ];
    this.curves = [
      new Curve(words.scoreOf(data.scoreName), scores, (value) =>
        value.toFixed(2).replace("-", "−"),
      ),
      new Curve(words.KEPT_SHARE, kept, (value) => `${Math.round(100 * value)} %`),
    ];
    const ends = { min: 0, max: this.last, step: 1 };
    const named = { type: "range", "aria-label": words.STEP, oninput: () => this.show() };
    this.slider = h("input", { ...named, ...ends });
    document.addEventListener("keydown", (event) => this.press(event));
  }

  parts(): Element[] {
    const heads = words.COLUMNS.map((text) => h("th", { scope: "col" }, text));
    const listed = h("table", {}, h("thead", {}, h("tr", {}, ...heads)), this.table);
    const around = { class: "list", tabindex: 0, role: "group", "aria-label": words.CONSTRAINTS };
    const side = h(
      "section",
      { class: "side" },
      this.story,
      ...this.curves.map((curve) => curve.el),
      h("div", { class: "slider" }, this.earlier, this.slider, this.later),
      h("div", { class: "ends" }, h("span", {}, words.START), h("span", {}, words.NOW)),
      h("h2", {}, words.CONSTRAINTS),
      h("div", around, listed),
    );
    const picture = h("section", { class: "picture" }, this.legend, this.colours, this.plot.el);
    const { title, checked } = this.data;
    const told = checked ? h("p", { class: "checked" }, words.capital(checked)) : null;
    return [h("header", {}, h("h1", {}, title), told), h("main", {}, picture, side)];
  }

  go(step: number): void {
    this.slider.value = String(Math.max(0, Math.min(this.last, step)));
    this.show();
  }

  toEnd(): void {
    this.go(this.last);
  }

  private get at(): number {
    return this.slider.valueAsNumber;
  }

  private readonly name = (i: number): string => this.data.names?.[i] ?? String(i);

  private show(): void {
    const { at, last, data, name } = this;
    const [now, step] = [this.shown[at] as Shown, data.steps[at] as StepData];
    const violated = new Set(step.violated);
    const links = now.answers.filter(({ kind }) => kind !== "unknown");
    const about = words.plotAbout(data.n, step.clusters.length, links.length);
    const { fills } = data;
    const isFilled = !!fills && (fills.lasting || at === last);
    this.plot.show(now, violated, about, isFilled);
    put(this.colours, "hidden", !isFilled);
    this.legend.replaceChildren(...entries(step.clusters, now.labels));
    this.story.replaceChildren(...described(step, at, last, name));
    this.table.replaceChildren(...rows(links, violated, name));
    for (const curve of this.curves) curve.show(at);
    put(this.slider, "aria-valuetext", `${words.stepOf(at, last)}: ${step.cause}`);
    this.earlier.disabled = at === 0;
    this.later.disabled = at === last;
    document.documentElement.dataset.step = String(at);
  }

  private press(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input")) return;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    const to = steps[event.key as keyof typeof steps];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }
}

export function replay(data: Data, root: HTMLElement): void {
  const made = new Replay(data);
  root.append(...made.parts());
  made.toEnd();
}

function arrow(label: string, sign: string, onclick: () => void): HTMLButtonElement {
  return pushButton({ "aria-label": label, title: label, onclick }, sign);
}

function entries(clusters: readonly string[], labels: Uint16Array): HTMLElement[] {
  const sizes = new Array<number>(clusters.length).fill(0);
  for (const label of labels) sizes[label] = (sizes[label] ?? 0) + 1;
  const entry = (name: string, cluster: number): HTMLElement => {
    const mark = glyph(cluster, 1.15);
    put(mark.firstElementChild as Element, "fill", colourOf(cluster));
    put(mark.firstElementChild as Element, "d", markOf(cluster));
    const size = h("span", { class: "muted" }, String(sizes[cluster] ?? 0));
    return h("li", {}, mark, h("span", {}, name), size);
  };
  const none = sizes[FOUND] ? [entry(NO_CLUSTER, FOUND)] : [];
  return [...clusters.map(entry), ...none];
}

/** What the fills mean: a scale with its ends, or kinds; and what is filtered out. */
function meanings(fills: FillData | null): HTMLElement[] {
  if (!fills) return [];
  const { title, ends, kinds, said } = fills;
  const steps = Array.from({ length: STEPS }, (_, step) => step);
  return [
    ...(title ? [h("li", { class: "muted" }, title)] : []),
    ...(ends ? [h("li", {}, ends[0], swatch(steps), ends[1])] : []),
    ...kinds.map(([code, name]) => h("li", {}, swatch([code]), h("span", {}, name))),
    h("li", { class: "said" }, said),
  ];
}

function swatch(codes: readonly number[]): SVGElement {
  const wide = SWATCH * codes.length;
  const boxes = codes.map((code, k) =>
    s("rect", { x: SWATCH * k, width: SWATCH, height: SWATCH, fill: printed(code) }),
  );
  const about = { class: "swatch", "aria-hidden": "true", style: `width:${wide}px` };
  return s("svg", { ...about, viewBox: `0 0 ${wide} ${SWATCH}` }, ...boxes);
}

/** The text of a step: questions, answers, who gave them and when, what moved. */
function described(
  step: StepData,
  at: number,
  last: number,
  name: (i: number) => string,
): HTMLElement[] {
  const answers = step.added.slice(0, ANSWERS).map((answer) => {
    const pair = words.asked(name(answer.i), name(answer.j));
    const time = answer.time > 0 ? new Date(1000 * answer.time).toLocaleString() : "";
    return h(
      "p",
      { class: "answer" },
      h("span", {}, pair),
      " ",
      h("b", {}, words.answered(answer.kind, answer.soft)),
      h("small", {}, words.saidBy(answer.source, time)),
    );
  });
  return [
    h("p", { class: "muted" }, words.stepOf(at, last)),
    h("p", {}, h("b", {}, words.capital(step.cause)), ". ", words.movedBy(step.moved)),
    ...answers,
    h("p", { class: "muted" }, step.fitted),
  ];
}

function rows(
  answers: readonly Answered[],
  violated: ReadonlySet<number>,
  name: (i: number) => string,
): HTMLElement[] {
  const order = [...answers].reverse();
  order.sort((a, b) => Number(violated.has(b.number)) - Number(violated.has(a.number)));
  return order.slice(0, ROWS).map(({ number, action, i, j, kind, soft }) => {
    const bad = violated.has(number);
    return h(
      "tr",
      {},
      h("td", {}, String(action)),
      h("td", {}, words.pairText(name(i), name(j))),
      h("td", {}, words.answered(kind, soft)),
      h("td", { class: bad ? "bad" : "muted" }, bad ? words.VIOLATED : words.KEPT),
    );
  });
}

const written = document.getElementById("replay-data");
const place = document.getElementById("replay");
if (written && place) {
  replay(JSON.parse(written.textContent ?? "") as Data, place);
  setText(written, "");
}
