/** The new rows: those to look at in a list, each placed by one key; the others are accepted. */

import type { NewRows as Found, NewRow } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import { CLOSE_CLUSTER_HINT, NOISE_KEY } from "../../core/text";
import { isBlocked, isOff, type Panel, type View } from "../../core/view_state";
import { KeptPoints } from "../../page/kept_points";
import { placeAfter } from "../../page/open_panel";
import type { PageSlots } from "../../page/page_slots";
import { glyph } from "../../plot/palette";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { ReasonForm } from "./reason_form";
import { NewMarks } from "./row_marks";
import * as words from "./text";

export class NewRows implements Panel {
  readonly el: HTMLElement;
  readonly button: HTMLButtonElement;
  private readonly part: Section;
  private readonly size = h("span", { class: "ssc-muted ssc-num" });
  private readonly lead = h("b", {});
  private readonly rest = h("span", {});
  private readonly note = h("p", { class: "ssc-muted" });
  private readonly lists = h("div", {});
  private readonly looks = h("div", {});
  private readonly draws = h("div", {});
  private readonly fits = h("div", {});
  private readonly acceptText = h("span", {});
  private readonly accept: HTMLButtonElement;
  private readonly form: ReasonForm;
  private readonly kept: KeptPoints;
  private at = 0;
  private bright: readonly number[] | null = null;
  /** Whether they have been opened by themselves, as they are once. */
  private wasShown = false;
  private readonly fill = whenChanged(([found]: [Found | null, number, boolean]) => {
    if (found) this.paint(found);
  });

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    this.kept = new KeptPoints(view);
    this.button = pushButton(
      { class: "ssc-b ssc-leg ssc-newleg", onclick: () => this.toggle() },
      h("span", { class: "ssc-newring", "aria-hidden": "true" }),
      h("span", { class: "ssc-called" }, words.NEW),
      this.size,
    );
    this.part = section("ssc-detail ssc-newrows", () => {
      page.folds.toggle("new_rows", true);
      view.set({});
    });
    this.el = this.part.el;
    const close = closer(words.CLOSE_NEW, CLOSE_CLUSTER_HINT, () => closePanel(view));
    this.el.insertBefore(close, this.part.body);
    this.form = new ReasonForm(view, () => this.line?.focus({ preventScroll: true }));
    const key = h("kbd", { "aria-hidden": "true" }, words.ACCEPT_KEY);
    const about = { class: "ssc-b ssc-main", "aria-keyshortcuts": "A", onclick: () => this.take() };
    this.accept = pushButton(about, this.acceptText, key);
    const leave = pushButton({ class: "ssc-b ssc-line", onclick: () => this.leaveOut() });
    leave.append(words.LEAVE_OUT);
    const sentence = h("p", {}, this.lead, " ", this.rest);
    const buttons = h("div", { class: "ssc-row" }, this.accept, leave);
    this.lists.append(this.looks, this.form.el, buttons, this.fits, this.draws);
    this.part.body.append(sentence, this.note, this.lists);
    const chosen = () => (this.isOpen ? (this.row?.index ?? null) : null);
    page.overlay.add(new NewMarks(() => ({ rows: view.state.new_rows, chosen: chosen() })));
  }

  sync(): void {
    const { view } = this;
    const { state, local } = view;
    const found = state.new_rows;
    const off = isOff(view) || !!state.conflict;
    show(this.button, !!found);
    if (!found && this.isOpen) local.openPanel = null;
    if (found && !this.wasShown && !off && !local.openPanel && !state.asking) this.begin();
    put(this.button, "aria-pressed", String(this.isOpen));
    this.button.disabled = off;
    if (found) {
      setText(this.size, String(found.size));
      this.button.title = words.openNew(found.size);
    }
    const open = this.isOpen && !!found && !off;
    show(this.el, open);
    if (found && String(found.marks) !== String(this.bright)) this.bright = found.marks;
    this.kept.keep(open && found?.marks.length === found?.size ? this.bright : null);
    if (!open) return;
    this.at = Math.max(0, Math.min(this.at, found.listed.length - 1));
    this.part.paint(words.NEW_ROWS, [], this.page.folds.isOpen("new_rows", true));
    this.fill([found, this.at, !!state.fit]);
  }

  /** In the list: arrows choose, a digit places, O is no cluster. A accepts the placed ones. */
  press(event: KeyboardEvent): boolean {
    const { view } = this;
    const focused = focusOf(view.root);
    if (!this.isOpen || isBlocked(view) || isOff(view)) return false;
    if (this.form.press(event)) return true;
    if (focused?.closest("[role=dialog],[role=menu],input,select")) return false;
    const inside = this.el.contains(focused);
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const ours = inside || focused === view.root.querySelector("[role=region]");
    if (!ours || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === "Escape" && inside) closePanel(view);
    else if (key === words.ACCEPT_KEY && !event.repeat) this.take();
    else if (key === NOISE_KEY && inside && this.row && !event.repeat) this.none(this.row);
    else if (/^[1-9]$/.test(key) && this.row && !event.repeat)
      this.place(this.row, Number(key) - 1);
    else return this.lists.contains(focused) && this.step(event.key);
    return true;
  }

  private get isOpen(): boolean {
    return this.view.local.openPanel?.kind === "new_rows";
  }

  private get row(): NewRow | undefined {
    return this.view.state.new_rows?.listed[this.at];
  }

  private get line(): HTMLElement | undefined {
    return this.lists.querySelectorAll<HTMLElement>("li")[this.at];
  }

  /** Open them once by themselves: they have just come. */
  private begin(): void {
    this.wasShown = true;
    this.view.local.openPanel = { kind: "new_rows" };
  }

  private toggle(): void {
    if (this.isOpen) return closePanel(this.view);
    this.wasShown = true;
    this.view.set({ openPanel: { kind: "new_rows" }, sideHidden: false });
    this.view.reveal(this.el, true);
    this.choose(this.at);
  }

  private step(key: string): boolean {
    const to = placeAfter(key, this.at, this.view.state.new_rows?.listed.length ?? 0);
    if (to !== undefined) this.choose(to);
    return to !== undefined;
  }

  private choose(place: number): void {
    this.at = place;
    const { row, view } = this;
    if (!row) return;
    view.stage.reveal([row.index]);
    view.set({ message: row.status });
    this.line?.focus({ preventScroll: true });
    this.line?.scrollIntoView?.({ block: "nearest" });
  }

  private take(): void {
    if (this.view.state.new_rows?.accept) this.view.send({ type: "accept_rows" });
  }

  private place({ index }: NewRow, cluster: number): void {
    if (cluster === this.view.state.new_rows?.new_cluster) return this.begins(index);
    if (!this.view.state.clusters.some(({ id }) => id === cluster)) return;
    this.view.set({ message: null });
    this.view.send({ type: "place_row", index, cluster });
  }

  private begins(index: number): void {
    this.view.set({ message: null });
    this.view.send({ type: "new_cluster", index });
  }

  private none({ index }: NewRow): void {
    this.view.set({ message: null });
    this.view.send({ type: "no_cluster", indices: [index] });
  }

  private leaveOut(): void {
    if (this.row) this.form.open([this.row.index]);
  }

  private paint(found: Found): void {
    const held = this.lists.contains(focusOf(this.lists));
    setText(this.lead, found.lead);
    setText(this.rest, found.rest);
    setText(this.note, found.note);
    setText(this.acceptText, found.accept);
    show(this.accept, !!found.accept);
    const look = found.listed.filter((row) => !row.drawn);
    const drawn = found.listed.filter((row) => row.drawn);
    const about = drawn.length ? [h("p", { class: "ssc-muted ssc-drawn" }, found.drawn)] : [];
    this.looks.replaceChildren(...this.look(look, found.more));
    this.draws.replaceChildren(...about, ...this.list(drawn, look.length, found.drawn));
    this.fits.replaceChildren(...this.next(found.fit));
    if (held) this.line?.focus({ preventScroll: true });
  }

  /** What a fit would move, and the fits that may be had. */
  private next(fit: Found["fit"]): HTMLElement[] {
    if (!fit) return [];
    const button = (text: string, fresh: boolean) => {
      const onclick = () => this.view.send({ type: "fit_rows", fresh });
      return pushButton({ class: "ssc-b ssc-line", onclick }, text);
    };
    const other = fit.fresh ? [button(words.FIT_FRESH, true)] : [];
    const buttons = h("div", { class: "ssc-newfits" }, button(words.FIT, false), ...other);
    return [h("div", { class: "ssc-newfit" }, h("p", {}, fit.text), buttons)];
  }

  private look(rows: readonly NewRow[], more: string): HTMLElement[] {
    if (!rows.length) return [];
    const title = h("b", {}, words.TO_LOOK_AT);
    const head = h(
      "div",
      { class: "ssc-sub" },
      title,
      h("span", { class: "ssc-muted" }, words.LIKELY),
    );
    const rest = more ? [h("p", { class: "ssc-muted" }, more)] : [];
    return [head, ...this.list(rows, 0, words.TO_LOOK_AT), ...rest];
  }

  private list(rows: readonly NewRow[], start: number, label: string): HTMLElement[] {
    const lines = rows.map((row, k) => this.item(row, start + k));
    return lines.length ? [h("ul", { class: "ssc-newlist", "aria-label": label }, ...lines)] : [];
  }

  private item(row: NewRow, place: number): HTMLElement {
    const now = place === this.at;
    const about = {
      tabindex: now ? 0 : -1,
      "aria-current": now ? "true" : null,
      onclick: () => this.choose(place),
    };
    const name = h("b", { dir: "auto" }, row.name);
    if (now) return h("li", about, name, h("span", { class: "ssc-newverbs" }, ...this.verbs(row)));
    const shares = row.likely.map(({ id, share }) =>
      h("span", { class: "ssc-num" }, glyph(id, 1.15), " ", share || words.FAR),
    );
    return h("li", about, name, h("span", { class: "ssc-newshares" }, ...shares));
  }

  private verbs(row: NewRow): HTMLElement[] {
    const verb = (text: string, key: string, label: string, act: () => void, mark?: Node) => {
      const kbd = key ? h("kbd", { "aria-hidden": "true" }, key) : null;
      const el = pushButton({ class: "ssc-b", "aria-label": label, title: label }, mark, text, kbd);
      put(el, "onclick", (event) => {
        event.stopPropagation();
        act();
      });
      return el;
    };
    const places = row.likely.map(({ id, name, share }) => {
      const key = id < words.PLACE_KEYS ? String(id + 1) : "";
      const label = words.placeIn(row.name, name, share);
      return verb("", key, label, () => this.place(row, id), glyph(id, 1.15));
    });
    const hollow = h("span", { class: "ssc-newring", "aria-hidden": "true" });
    const out = () => this.none(row);
    const { new_cluster } = this.view.state.new_rows ?? { new_cluster: words.PLACE_KEYS };
    const next = new_cluster < words.PLACE_KEYS ? String(new_cluster + 1) : "";
    const more = verb(words.NEW_CLUSTER, next, words.newCluster(row.name), () =>
      this.begins(row.index),
    );
    return [...places, more, verb("", NOISE_KEY, words.noCluster(row.name), out, hollow)];
  }
}
