/** The card that suggests to stop, and the switch that shades doubtful points. */

import type { Reply } from "../../contract";
import { h, pushButton, put, s, setText, show } from "../../core/dom";
import type { Look, Rgb } from "../../core/dots";
import type { View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { anyIcon } from "../../ui/lazy_icons";
import { bars } from "./moved_points_bars";
import * as words from "./text";

const LEVELS = [0, 1, 2, 3];
/** How much of the line's colour fills a mark, from sure to unsure; a small square always has some. */
const SHADES = [0, 0.34, 0.67, 1];
const LEAST = 0.25;
/** With more points than bqplot's nodes can show, the canvas shades by level. */
const NODES = 5000;

export class Stopping {
  private on = false;
  private asked = "";
  private known: Extract<Reply, { type: "unsure" }> | null = null;
  private readonly text = h("span", {});
  private readonly last = h("span", { class: "ssc-muted" });
  private readonly card: HTMLElement;
  private readonly chart = bars();
  private readonly count = h("span", { class: "ssc-switched ssc-num" });
  private readonly reason = h("p", { class: "ssc-muted" });
  private readonly switch: HTMLButtonElement;
  private readonly scale: HTMLElement;

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    const text = h("div", {}, h("b", {}, words.CAN_YOU_STOP), " ", this.text, " ", this.last);
    this.card = h("div", { class: "ssc-stopping" }, anyIcon("done"), text);
    const onclick = (): void => this.turn(!this.on);
    this.switch = pushButton(
      { class: "ssc-switch", role: "switch", onclick },
      h("i", { "aria-hidden": "true" }),
      words.SHOW_UNSURE,
      this.count,
    );
    this.scale = scale();
    page.axes.el.before(this.scale);
    page.curves.body.append(this.card, this.chart.el, this.switch, this.reason);
  }

  sync(): void {
    const { state, local } = this.view;
    const { enough, outlook } = state.progress;
    show(this.card, enough.reached);
    setText(this.text, outlook);
    setText(this.last, enough.last);
    const plain = this.page.curves.body.querySelector<HTMLElement>(".ssc-outlook");
    if (plain) show(plain, !!outlook && !enough.reached);
    show(this.chart.el, enough.bars.length > 0);
    this.chart.paint(enough);
    if (this.on) this.ask();
    const { levels = "", count = "", why_not = "" } = this.on ? (this.known ?? {}) : {};
    put(this.switch, "aria-checked", String(this.on));
    this.switch.disabled = local.disconnected;
    setText(this.count, count);
    setText(this.reason, why_not);
    show(this.reason, !!why_not);
    show(this.scale, this.on && !!levels);
  }

  receive(reply: Reply): void {
    if (!this.on || reply.type !== "unsure") return;
    const first = !this.known;
    this.known = reply;
    this.shade(reply.levels);
    if (first) this.view.announce(reply.status);
  }

  private turn(on: boolean): void {
    this.on = on;
    this.asked = "";
    this.known = null;
    this.view.local.message = null;
    this.shade("");
  }

  /** Request the doubts of this step: once to compute them, once when they are known. */
  private ask(): void {
    const { state } = this.view;
    const { unsure } = state.progress.enough;
    const wanted = unsure && unsure !== this.known?.unsure ? unsure : `at ${state.revision}`;
    if (wanted === this.asked || (unsure && unsure === this.known?.unsure)) return;
    this.asked = wanted;
    this.view.send({ type: "unsure" });
  }

  /** Shade the points by these levels; an empty text removes the shades. */
  private shade(levels: string): void {
    const { view } = this;
    const { dots } = view;
    const few = levels.length <= NODES ? levels : "";
    for (const level of LEVELS) dots?.flag(`data-u${level}`, placesOf(few, String(level)));
    const key = this.known?.unsure ?? "";
    const codes = Uint8Array.from(levels, Number);
    view.set({ shade: levels ? { key, codes, looks: shades } : null });
  }
}

/** Four shades of each cluster. */
const shades = (clusters: readonly Look[], ground: Rgb, isDark: boolean): Look[] =>
  SHADES.flatMap((share) => clusters.map((look) => shade(look, share, isDark, ground)));

function shade(look: Look, share: number, isDark: boolean, ground: Rgb): Look {
  const line = isDark ? look.fill : look.edge;
  const part = Math.max(LEAST, share);
  const [red, green, blue] = ground.map((g, c) => g + ((look.spot[c] as number) - g) * part);
  const fill = `color-mix(in srgb,${line} ${100 * share}%,transparent)`;
  return { ...look, fill, edge: line, spot: [red ?? 0, green ?? 0, blue ?? 0] };
}

function placesOf(levels: string, level: string): number[] {
  const found: number[] = [];
  for (let i = levels.indexOf(level); i >= 0; i = levels.indexOf(level, i + 1)) found.push(i);
  return found;
}

function scale(): HTMLElement {
  const marks = LEVELS.map((level) =>
    s("circle", { class: `ssc-u${level}`, cx: 9 + 18 * level, cy: 8, r: 5 }),
  );
  return h(
    "span",
    { class: "ssc-shadescale" },
    words.SURE,
    s("svg", { viewBox: "0 0 72 16", "aria-hidden": "true" }, ...marks),
    words.UNSURE,
  );
}
