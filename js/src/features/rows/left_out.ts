/** The rows that are left out: crosses on the plot, and a list from which they are put back. */

import type { LeftOut as Found, LeftOutRow } from "../../contract";
import { focusOf, h, pushButton, put, s, setText, show, whenChanged } from "../../core/dom";
import { CLOSE_CLUSTER_HINT } from "../../core/text";
import { isBlocked, isOff, type Panel, type View } from "../../core/view_state";
import { announcesPause, placeAfter } from "../../page/open_panel";
import type { PageSlots } from "../../page/page_slots";
import { icon } from "../../ui/icons";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { ReasonForm } from "./reason_form";
import { Crosses } from "./row_marks";
import * as words from "./text";

export class LeftOut implements Panel {
  readonly el: HTMLElement;
  readonly button: HTMLButtonElement;
  private readonly part: Section;
  private readonly size = h("span", { class: "ssc-muted ssc-num" });
  private readonly lead = h("b", {});
  private readonly rest = h("span", { class: "ssc-muted" });
  private readonly list = h("ul", { class: "ssc-newlist", "aria-label": words.ROWS_LEFT_OUT });
  private readonly more = h("p", { class: "ssc-muted" });
  private readonly all = pushButton({ class: "ssc-b ssc-line", onclick: () => this.allBack() });
  private readonly hide = pushButton({ class: "ssc-b ssc-line", onclick: () => this.turn() });
  private readonly buttons = h("div", { class: "ssc-row" }, this.all, this.hide);
  private readonly rests = h("p", { class: "ssc-muted" });
  private readonly form: ReasonForm;
  private at = 0;
  private isHidden = false;
  private readonly fill = whenChanged(([found]: [Found | null, number, boolean]) => {
    this.paint(found);
  });

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    this.button = pushButton(
      { class: "ssc-b ssc-leg ssc-outleg", onclick: () => this.toggle() },
      cross(),
      h("span", { class: "ssc-called" }, words.LEFT_OUT),
      this.size,
    );
    this.part = section("ssc-detail ssc-leftout", () => {
      page.folds.toggle("left_out", true);
      view.set({});
    });
    this.el = this.part.el;
    const close = closer(words.CLOSE_LEFT_OUT, CLOSE_CLUSTER_HINT, () => closePanel(view));
    this.el.insertBefore(close, this.part.body);
    this.form = new ReasonForm(view, () => {
      if (view.state.left_out) this.line?.focus({ preventScroll: true });
      else closePanel(view);
    });
    const sentence = h("p", {}, this.lead, " ", this.rest);
    this.all.append(words.PUT_ALL_BACK);
    const parts = [this.form.el, sentence, this.list, this.more, this.buttons, this.rests];
    this.part.body.append(...parts);
    page.overlay.add(new Crosses(() => (this.isHidden ? null : view.state.left_out)));
  }

  /** Ask why the points of the lasso, else those picked, are to be left out. */
  leaveSelected(): void {
    const { view } = this;
    const { linking, cursor } = view.local;
    if (announcesPause(view)) return;
    const picked = [linking.first, linking.second].filter((each) => each !== null);
    const near = picked.length || cursor === null ? picked : [cursor];
    const rows = view.state.lasso?.count ? view.state.lasso.indices : near;
    if (!rows.length) return view.announce(words.PICK_ONE);
    view.set({ openPanel: { kind: "left_out" }, sideHidden: false });
    this.form.open(rows);
    this.sync();
    view.reveal(this.el, true);
  }

  sync(): void {
    const { view } = this;
    const { state, local } = view;
    const found = state.left_out;
    const off = isOff(view) || !!state.conflict;
    show(this.button, !!found);
    if (!found && this.isOpen && !this.form.isOpen) local.openPanel = null;
    put(this.button, "aria-pressed", String(this.isOpen));
    this.button.disabled = off;
    if (found) {
      setText(this.size, String(found.size));
      this.button.title = words.openLeftOut(found.size);
    }
    view.dots?.flag("data-leftout", found?.marks ?? []);
    show(this.el, this.isOpen && !off);
    if (!this.isOpen || off) return;
    this.at = Math.max(0, Math.min(this.at, (found?.listed.length ?? 0) - 1));
    this.part.paint(words.ROWS_LEFT_OUT, [], this.page.folds.isOpen("left_out", true));
    this.fill([found, this.at, this.isHidden]);
  }

  /** In the list arrows choose, and Backspace puts the chosen row back. */
  press(event: KeyboardEvent): boolean {
    const { view } = this;
    if (!this.isOpen || isBlocked(view) || isOff(view)) return false;
    if (this.form.press(event)) return true;
    if (!this.el.contains(focusOf(this.el))) return false;
    if (event.key === "Escape") closePanel(view);
    else if (!this.list.contains(focusOf(this.list))) return false;
    else if (event.key !== "Backspace") return this.step(event.key);
    else if (this.row) this.back(this.row);
    return true;
  }

  private get isOpen(): boolean {
    return this.view.local.openPanel?.kind === "left_out";
  }

  private get row(): LeftOutRow | undefined {
    return this.view.state.left_out?.listed[this.at];
  }

  private get line(): HTMLElement | null {
    return this.list.children[this.at] as HTMLElement | null;
  }

  private toggle(): void {
    if (this.isOpen) return closePanel(this.view);
    this.view.set({ openPanel: { kind: "left_out" }, sideHidden: false });
    this.view.reveal(this.el, true);
    this.choose(this.at);
  }

  private step(key: string): boolean {
    const to = placeAfter(key, this.at, this.list.children.length);
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
  }

  private back({ index }: LeftOutRow): void {
    this.view.set({ message: null });
    this.view.send({ type: "put_back", indices: [index] });
  }

  private allBack(): void {
    const indices = [...(this.view.state.left_out?.marks ?? [])];
    if (indices.length) this.view.send({ type: "put_back", indices });
  }

  private turn(): void {
    this.isHidden = !this.isHidden;
    this.view.set({});
  }

  private paint(found: Found | null): void {
    const held = this.list.contains(focusOf(this.list));
    setText(this.lead, found?.lead ?? "");
    setText(this.rest, found?.rest ?? "");
    setText(this.more, found?.more ?? "");
    show(this.more, !!found?.more);
    show(this.buttons, !!found);
    show(this.all, !!found && found.marks.length === found.size);
    setText(this.hide, this.isHidden ? words.SHOW : words.HIDE);
    setText(this.rests, this.row?.rests ?? "");
    show(this.rests, !!this.row?.rests);
    this.list.replaceChildren(...(found?.listed ?? []).map((row, k) => this.item(row, k)));
    if (held) (this.line ?? this.button).focus({ preventScroll: true });
  }

  private item(row: LeftOutRow, place: number): HTMLElement {
    const [now, label] = [place === this.at, words.putBack(row.name)];
    const back = pushButton({ class: "ssc-b ssc-small", tabindex: -1, "aria-label": label });
    back.append(icon("undo"), words.PUT_BACK);
    put(back, "onclick", (event) => {
      event.stopPropagation();
      this.back(row);
    });
    return h(
      "li",
      {
        tabindex: now ? 0 : -1,
        "aria-current": now ? "true" : null,
        onclick: () => this.choose(place),
      },
      h("b", { dir: "auto" }, row.name),
      h("span", { class: "ssc-whyout ssc-muted", dir: "auto", title: row.reason }, row.reason),
      back,
    );
  }
}

const cross = (): SVGSVGElement =>
  s(
    "svg",
    { class: "ssc-g", viewBox: "-8 -8 16 16", "aria-hidden": "true" },
    s("path", { class: "ssc-crosses", d: "M-4-4L4 4M4-4L-4 4" }),
  );
