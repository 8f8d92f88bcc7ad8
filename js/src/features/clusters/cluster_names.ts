/** The names of clusters on the map, with their marks, and the button that shows and hides them. */

import { pushButton, put, s, show } from "../../core/dom";
import { middle, type Point, round } from "../../core/geometry";
import type { Brought } from "../../core/lazy_bundle";
import { remember, remembered } from "../../core/remembered";
import { askedOf, facesOf, isBlocked, openCluster, type View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { shapeOf } from "../../plot/palette";
import {
  AROUND,
  type Box,
  boxAt,
  type Label,
  LINE,
  meet,
  OVER,
  type Placing,
  placed,
} from "./name_placement";
import { BELOW, shortened, TARGET, target, widthOf, written } from "./name_text";
import * as words from "./text";

export const KEY = "ssc-names";
/** Of more than MANY clusters in view the MOST largest have names; words stand below from NEAR on. */
const [MANY, MOST, NEAR] = [200, 60, 2];
/** How much larger a mark is than a point, and how far it reaches with its halo. */
const [SCALE, MARK] = [1.25, 7];
/** Around the points that are asked about, and around the discs of links. */
const [RING, DISC] = [13, 10];

export interface NameSlots extends Pick<PageSlots, "over"> {
  readonly axes: { readonly el: Element };
  /** Where the names are drawn. */
  readonly names: SVGGElement;
}

interface Named extends Label {
  readonly name: string;
  readonly about: string;
}

/** What of a cluster is on the plot. */
interface Drawn {
  readonly el: SVGGElement;
  text: SVGGElement | null;
  look: string;
}

export class ClusterNames implements Brought {
  private readonly button: HTMLButtonElement;
  private readonly drawn = new Map<number, Drawn>();
  /** The places of the names since the last rest. */
  private kept: Placing = new Map();
  /** The mark under the pointer, whose name is shown in any case. */
  private pointed: number | null = null;
  private seen = "";
  private hasAsked = false;
  private fit = { shown: 0, inView: 0, isHome: true };

  constructor(
    private readonly view: View,
    private readonly page: NameSlots,
  ) {
    this.button = pushButton(
      { class: "ssc-b ssc-small ssc-namesbtn", onclick: () => this.toggle() },
      words.NAMES,
    );
    page.axes.el.before(this.button);
    view.signal.addEventListener("abort", () => this.button.remove());
  }

  sync(): void {
    const { view, button } = this;
    show(button, view.state.axes.medians.length > 0);
    put(button, "aria-pressed", String(isOn()));
    button.disabled = isBlocked(view);
  }

  /** How many clusters are in view. */
  get inView(): number {
    return this.fit.inView;
  }

  press(): boolean {
    return false;
  }

  /** Paint names and marks; while the plot moves, names keep their places or are away. */
  draw(isMoving: boolean): void {
    const { view, page } = this;
    const { local, state } = view;
    const isOpen = local.mode === "inspect" && !local.linking.kind && local.linking.first === null;
    put(page.names, "data-open", isOpen && !isBlocked(view) && !local.past);
    const labels = this.labels();
    const extra = this.extra(labels);
    const taken = isMoving ? [] : this.taken();
    const now = JSON.stringify([
      labels,
      taken,
      extra,
      isMoving,
      isOn(),
      this.area(),
      this.isMarked,
    ]);
    if (now === this.seen) return;
    this.seen = now;
    const placing = isOn() ? this.places(labels, taken, isMoving) : new Map<number, number>();
    this.paint(labels, this.withExtra(labels, placing, extra));
    if (isMoving) return;
    const before = this.fit;
    const { isHome } = view.stage.camera;
    this.fit = { shown: placing.size, inView: labels.length, isHome };
    put(this.button, "title", this.sentence());
    const isBack = isHome && !before.isHome && isOn() && placing.size < labels.length;
    if (isBack && !state.conflict && !askedOf(state)) queueMicrotask(() => this.tell());
  }

  private get isMarked(): boolean {
    return this.view.state.axes.painter !== "svg";
  }

  private area(): Box {
    const { left, top, width, height } = this.view.stage.camera.inner;
    return [left, top, left + width, top + height];
  }

  /** The clusters in view: the open one, then the kernel's order. */
  private labels(): Named[] {
    const { state, stage, local } = this.view;
    const { medians, unit } = state.axes;
    const [[x0, x1], [y0, y1]] = unit;
    const { limits, home } = stage.camera;
    const isNear = home[0][1] - home[0][0] >= NEAR * (limits[0][1] - limits[0][0]) * (1 - 1e-9);
    if (isNear && medians.length && isOn() && !this.hasAsked) {
      this.hasAsked = true;
      this.view.send({ type: "words" });
    }
    const named = new Map(state.clusters.map((each) => [each.id, each]));
    const found = medians.flatMap(({ cluster, place: [x, y] }) => {
      const at = stage.camera.pixel((x - x0) / (x1 - x0), (y - y0) / (y1 - y0));
      const { name, about: below = "" } = named.get(cluster) ?? {};
      if (!name || !stage.camera.holds(...at)) return [];
      const [told, about] = [shortened(name), isNear ? shortened(below) : ""];
      const wide = widthOf(told, this.page.names, true);
      const size: Point = about
        ? [Math.max(wide, widthOf(about, this.page.names, false)), LINE + BELOW]
        : [wide, LINE];
      return [{ cluster, at, size, name: told, about }];
    });
    const inHand = openCluster(local);
    return found.sort((a, b) => Number(b.cluster === inHand) - Number(a.cluster === inHand));
  }

  private places(labels: readonly Named[], taken: readonly Box[], isMoving: boolean): Placing {
    const { isMarked, kept } = this;
    const marks = isMarked ? labels.map(({ at }) => around(at, MARK)) : [];
    const order = isMarked ? AROUND : [OVER, ...AROUND];
    const some = labels.length > MANY ? labels.slice(0, MOST) : labels;
    const all = [...marks, ...taken];
    const placing = placed(some, { area: this.area(), taken: all, kept, order, isMoving });
    if (isMoving) return placing;
    // A cluster that is out of view has its place again when it is back
    const inView = new Set(labels.map(({ cluster }) => cluster));
    const away = [...kept].filter(([cluster]) => !inView.has(cluster));
    this.kept = new Map([...away, ...placing]);
    return placing;
  }

  /** The cluster whose mark or legend entry is pointed at or has the focus. */
  private extra(labels: readonly Named[]): number | null {
    const wanted = this.view.local.highlighted ?? this.pointed;
    return labels.some(({ cluster }) => cluster === wanted) ? wanted : null;
  }

  /** Its name is shown even where none fits: those that it covers are away meanwhile. */
  private withExtra(labels: readonly Named[], placing: Placing, extra: number | null): Placing {
    if (extra === null || placing.has(extra)) return placing;
    const all = new Map(labels.map((each) => [each.cluster, each]));
    const label = all.get(extra) as Named;
    const [left, , right] = this.area();
    const fits = (place: number): boolean => {
      const box = boxAt(label, place);
      return box[0] >= left && box[2] <= right;
    };
    const own = AROUND.find(fits) ?? 0;
    const box = boxAt(label, own);
    const others = [...placing].filter(
      ([cluster, place]) => !meet(box, boxAt(all.get(cluster) as Named, place)),
    );
    return new Map([...others, [extra, own]]);
  }

  /** Rings, notes and the discs of links. */
  private taken(): Box[] {
    const { state, dots } = this.view;
    if (!dots) return [];
    const { question } = state;
    const ringed = question ? [question.i, question.j] : facesOf(state).map(({ i }) => i);
    const asked = question ? [middle([dots.at(question.i), dots.at(question.j)])] : [];
    const broken = state.links
      .filter(({ violated }) => violated)
      .map(({ i, j }) => middle([dots.at(i), dots.at(j)]));
    const notes = [
      ...this.page.over.querySelectorAll<HTMLElement>(":scope > :is(.ssc-note, .ssc-firsthint)"),
    ];
    return [
      ...ringed.map((i) => around(dots.at(i), RING)),
      ...[...asked, ...broken].map((at) => around(at, DISC)),
      ...notes.flatMap((note): Box[] => {
        const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = note;
        return offsetWidth ? [[left, top, left + offsetWidth, top + offsetHeight]] : [];
      }),
    ];
  }

  private paint(labels: readonly Named[], placing: Placing): void {
    const inView = new Set(labels.map(({ cluster }) => cluster));
    for (const [cluster, { el }] of this.drawn) {
      if (inView.has(cluster)) continue;
      el.remove();
      this.drawn.delete(cluster);
    }
    for (const label of labels) {
      const place = placing.get(label.cluster) ?? null;
      if (place !== null || this.isMarked) this.paintOne(label, place);
      else this.drawn.get(label.cluster)?.el.remove();
      if (place === null && !this.isMarked) this.drawn.delete(label.cluster);
    }
  }

  private paintOne(label: Named, place: number | null): void {
    const { cluster, at, name } = label;
    let drawn = this.drawn.get(cluster);
    if (!drawn) {
      drawn = { el: this.marked(cluster), text: null, look: "" };
      this.drawn.set(cluster, drawn);
      this.page.names.append(drawn.el);
    }
    put(drawn.el, "transform", `translate(${round(at[0])} ${round(at[1])})`);
    const look = JSON.stringify([place, name, label.about, label.size, this.isMarked]);
    if (look === drawn.look) return;
    drawn.look = look;
    put(drawn.el.firstElementChild as Element, "display", this.isMarked ? null : "none");
    drawn.text?.remove();
    drawn.text = place === null ? null : written(label, place);
    if (drawn.text) drawn.el.append(drawn.text);
  }

  /** The mark of a cluster, which takes clicks as its name does. */
  private marked(cluster: number): SVGGElement {
    const d = shapeOf(cluster);
    const transform = `scale(${SCALE})`;
    const el = s(
      "g",
      { class: "ssc-median" },
      s(
        "g",
        {},
        target([-TARGET / 2, -TARGET / 2, TARGET / 2, TARGET / 2]),
        s("path", { class: "ssc-halo", d, transform }),
        s("path", { class: "ssc-pt", "data-cluster": cluster, d, transform }),
      ),
    );
    el.addEventListener("click", () =>
      this.view.set({ openPanel: { kind: "cluster", id: cluster } }),
    );
    el.addEventListener("pointerenter", () => this.pointAt(cluster));
    el.addEventListener("pointerleave", () => this.pointAt(null));
    return el;
  }

  private pointAt(cluster: number | null): void {
    this.pointed = cluster;
    this.draw(false);
  }

  private toggle(): void {
    remember(KEY, isOn() ? "off" : "on");
    this.view.set({});
    this.tell();
  }

  private tell(): void {
    this.view.announce(this.sentence());
  }

  private sentence(): string {
    return isOn() ? words.namesFit(this.fit.shown, this.fit.inView) : words.NAMES_OFF;
  }
}

export const clusterNames = (view: View, page: NameSlots): ClusterNames =>
  new ClusterNames(view, page);

const isOn = (): boolean => remembered(KEY) !== "off";

const around = ([x, y]: Point, reach: number): Box => [x - reach, y - reach, x + reach, y + reach];
