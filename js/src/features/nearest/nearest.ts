/** The rows nearest to a point, in the side panel: each is one key from a link with it. */

import type { Nearest as Found, Kind, Metric, NearRow, Reply } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, uid, whenChanged } from "../../core/dom";
import { IDLE } from "../../core/linking";
import { CLOSE_CLUSTER_HINT, NEAREST_KEY } from "../../core/text";
import { isBlocked, isOff, nameOf, type Panel, type View } from "../../core/view_state";
import { KeptPoints } from "../../page/kept_points";
import { announcesPause, placeAfter } from "../../page/open_panel";
import type { PageSlots } from "../../page/page_slots";
import { glyph } from "../../plot/palette";
import { linkIcon } from "../../ui/icons";
import { picture, waiting } from "../../ui/image_and_text";
import type { MenuItem } from "../../ui/popup_menu";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { NearestOverlay } from "./nearest_overlay";
import * as words from "./text";

const KINDS = ["must", "cannot"] as const;

export class Nearest implements Panel {
  readonly el: HTMLElement;
  private readonly part: Section;
  private readonly list = h("ul", { class: "ssc-nearlist", "aria-label": words.LISTED });
  private readonly problem = h("p", { class: "ssc-muted" });
  private readonly radios: readonly HTMLInputElement[];
  private readonly kept: KeptPoints;
  private metric: Metric = "clustered";
  private found: Found | null = null;
  private rows: readonly number[] | null = null;
  private at = 0;
  private opener: HTMLElement | null = null;
  private readonly fill = whenChanged(
    ([found]: [Found | null, unknown]) => found && this.paint(found),
  );

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    this.kept = new KeptPoints(view);
    this.part = section("ssc-detail ssc-nearest", () => {
      page.folds.toggle("nearest", true);
      view.set({});
    });
    this.el = this.part.el;
    this.el.insertBefore(
      closer(words.CLOSE_LIST, CLOSE_CLUSTER_HINT, () => this.leave()),
      this.part.body,
    );
    const [name, all] = [uid("metric"), Object.keys(words.METRICS) as Metric[]];
    this.radios = all.map((metric) =>
      h("input", { type: "radio", name, value: metric, onchange: () => this.by(metric) }),
    );
    const labels = this.radios.map((radio) =>
      h("label", {}, radio, words.METRICS[radio.value as Metric]),
    );
    const about = {
      class: "ssc-seg ssc-kinds",
      role: "radiogroup",
      "aria-label": words.MEASURED_BY,
    };
    const head = h("div", { class: "ssc-sub" }, h("span", about, ...labels));
    head.append(h("span", { class: "ssc-muted" }, words.DISTANCE));
    this.part.body.append(head, this.list, this.problem);
    page.overlay.add(new NearestOverlay(() => this.drawn()));
  }

  /** List the points nearest to the point picked, or else to the one at the cursor. */
  open(): void {
    const { view } = this;
    const { linking } = view.local;
    const point = linking.first ?? view.local.cursor ?? this.point;
    if (announcesPause(view)) return;
    if (point === null) return view.announce(words.PICK_ONE);
    if (this.point === null) this.opener = focusOf(view.root) as HTMLElement | null;
    this.found = null;
    // the list holds the point from here on: M and C are about its rows
    view.set({ openPanel: { kind: "nearest", point }, sideHidden: false, linking: IDLE });
    this.ask();
  }

  press(event: KeyboardEvent): boolean {
    const { view } = this;
    const { keys, lasso } = view.state;
    const key = event.key.toLowerCase();
    if (isBlocked(view) || focusOf(view.root)?.closest("[role=dialog]")) return false;
    if (key === NEAREST_KEY.toLowerCase() && !event.repeat) {
      this.open();
      return true;
    }
    if (!this.found) return false;
    const inside = this.el.contains(focusOf(this.el));
    const kind = KINDS.find((each) => keys[each] === key);
    const { first, kind: waits } = view.local.linking;
    const isOurs = inside || (!waits && !lasso && (first ?? this.point) === this.point);
    if (kind && isOurs) {
      if (!event.repeat) this.link(kind);
      return true;
    }
    if (!this.list.contains(focusOf(this.el))) return inside && key === "escape" && this.leave();
    const to = placeAfter(event.key, this.at, this.found.rows.length);
    if (to !== undefined) this.choose(to);
    else if (key === "escape") this.leave();
    else return false;
    return true;
  }

  receive(reply: Reply): void {
    if (reply.type !== "nearest" || reply.index !== this.point || reply.metric !== this.metric)
      return;
    const first = !this.found;
    this.found = reply;
    const rows = reply.rows.map(({ index }) => index);
    if (String(rows) !== String(this.rows)) this.rows = rows;
    if (!first) return this.view.set({});
    this.at = 0;
    this.sync();
    this.view.reveal(this.el, false);
    this.choose(0);
  }

  sync(): void {
    const { view } = this;
    const { state, local } = view;
    const open = this.point !== null && !isOff(view) && !state.conflict;
    show(this.el, this.point !== null && !isOff(view));
    if (this.point === null) this.found = this.rows = null;
    this.back();
    const { found } = this;
    this.kept.keep(open && this.rows && this.point !== null ? this.withPoint(this.rows) : null);
    if (!found || this.point === null) return;
    this.part.paint(words.nearestTo(found.name), [], this.page.folds.isOpen("nearest", true));
    for (const radio of this.radios) {
      radio.checked = radio.value === this.metric;
      radio.disabled = radio.value === "raw" && !!found.no_raw;
      radio.parentElement?.classList.toggle("ssc-on", radio.checked);
      put(radio.parentElement as Element, "title", radio.value === "raw" && found.no_raw);
    }
    setText(this.problem, found.problem);
    const images = found.rows.map(({ index, image }) => image && view.images.has(index));
    const clusters = found.rows.map(({ index }) => view.dots?.cluster(index));
    this.fill([found, [images, clusters, this.links(), this.at, local.openPanel]]);
  }

  private get point(): number | null {
    const panel = this.view.local.openPanel;
    return panel?.kind === "nearest" ? panel.point : null;
  }

  /** One array for one list, so that the plot is painted once. */
  private bright: { rows: readonly number[]; all: readonly number[] } | null = null;
  private withPoint(rows: readonly number[]): readonly number[] {
    if (this.bright?.rows !== rows) this.bright = { rows, all: [...rows, this.point as number] };
    return this.bright.all;
  }

  private ask(): void {
    const { point: index, metric } = this;
    if (index !== null) this.view.send({ type: "nearest", index, metric });
  }

  private by(metric: Metric): void {
    this.metric = metric;
    this.ask();
  }

  /** The kind of link that each listed row has with the point. */
  private links(): (Kind | null)[] {
    const { point, found, view } = this;
    return (found?.rows ?? []).map(({ index }) => {
      const of = view.state.links.filter(({ i, j }) => i + j === index + (point ?? 0));
      return of.find(({ i, j }) => i === index || j === index)?.kind ?? null;
    });
  }

  private paint({ rows }: Found): void {
    const held = this.list.contains(focusOf(this.list));
    const links = this.links();
    this.list.replaceChildren(...rows.map((row, place) => this.row(row, place, links[place])));
    if (held) this.line?.focus({ preventScroll: true });
  }

  private row(row: NearRow, place: number, link: Kind | null | undefined): HTMLElement {
    const { index, name, distance, text, image, pending } = row;
    const now = place === this.at;
    const verbs = KINDS.map((kind) => this.verb(kind, name));
    const end = link
      ? h("span", { title: words.linkTo(link, this.called, name) }, linkIcon(link))
      : null;
    const number = (value: string | number) => h("span", { class: "ssc-num" }, String(value));
    return h(
      "li",
      {
        "data-kind": link,
        tabindex: now ? 0 : -1,
        "aria-current": now ? "true" : null,
        onclick: () => this.choose(place),
      },
      number(place + 1),
      glyph(this.view.dots?.cluster(index) ?? 0, 1.15),
      h(
        "span",
        { class: "ssc-neartext", dir: "auto", title: text || name },
        image ? picture(this.view, index, "") : null,
        h("b", {}, name),
        text ? ` ${text}` : null,
        pending ? waiting() : null,
      ),
      now && !link ? h("span", { class: "ssc-nearverbs" }, ...verbs) : number(distance),
      end,
    );
  }

  private verb(kind: Kind, name: string): HTMLElement {
    const label = words.linkTo(kind, this.called, name);
    const key = h("kbd", { "aria-hidden": "true" }, this.view.state.keys[kind].toUpperCase());
    const about = { class: "ssc-b", tabindex: -1, "aria-label": label, title: label };
    const el = pushButton(about, linkIcon(kind), key);
    put(el, "onclick", (event) => {
      event.stopPropagation();
      this.link(kind);
    });
    return el;
  }

  private get called(): string {
    return this.found?.name ?? nameOf(this.view, this.point ?? 0);
  }

  private get line(): HTMLElement | null {
    return this.list.children[this.at] as HTMLElement | null;
  }

  private choose(place: number): void {
    const { found, view } = this;
    const row = found?.rows[place];
    if (!found || !row) return;
    this.at = place;
    view.announce(words.chosen([row.name, found.name], place, row.distance, !!this.links()[place]));
    this.line?.focus({ preventScroll: true });
    this.line?.scrollIntoView?.({ block: "nearest" });
  }

  /** Link the chosen row with the point; the next one without a link is chosen. */
  private link(kind: Kind): void {
    const { point: i, found, view } = this;
    const row = found?.rows[this.at];
    const links = this.links();
    if (i === null || !row || links[this.at] || view.state.conflict) return;
    const next = links.findIndex((link, place) => place > this.at && !link);
    this.asked = this.at;
    view.send({ type: "link", i, j: row.index, kind });
    if (next >= 0) this.choose(next);
  }

  /** The row whose link was sent last: chosen again if it contradicts others. */
  private asked: number | null = null;
  private back(): void {
    if (!this.view.state.conflict || this.asked === null) return;
    this.at = this.asked;
    this.asked = null;
  }

  private drawn() {
    const { found, point, rows } = this;
    if (!found || point === null || !rows || isOff(this.view)) return null;
    return { point, name: found.name, rows, chosen: rows[this.at] ?? null };
  }

  private leave(): true {
    closePanel(this.view, { openPanel: null, message: null }, this.opener);
    return true;
  }
}

export const nearestItem = (view: View, nearest: Nearest): MenuItem => {
  const { linking, cursor } = view.local;
  const reason = (linking.first ?? cursor) === null ? words.PICK_ONE : null;
  return { label: words.NEAREST, key: NEAREST_KEY, reason, run: () => nearest.open() };
};
