/** The menu of the points inside a lasso, and the preview of the links that it adds. */

import type { Message, State } from "../../contract";
import { focusOf, h, pushButton, s, whenChanged } from "../../core/dom";
import type { Dots } from "../../core/dots";
import { at, round } from "../../core/geometry";
import { SHOW_ONLY } from "../../core/text";
import { openCluster, type Panel, type View } from "../../core/view_state";
import type { Drawing } from "../../plot/overlays/overlay";
import { glyph } from "../../plot/palette";
import { linkIcon } from "../../ui/icons";
import { anyIcon } from "../../ui/lazy_icons";
import { moveFocus, scrolling } from "../../ui/menu_behaviour";
import * as words from "./text";

const GAP = 24;

export class LassoMenu implements Panel {
  readonly el = h("div", { class: "ssc-pop ssc-menu", hidden: true });
  private labelling = false;
  private expected = false;
  /** Closed in favour of the table of the same points, until others are selected. */
  private away = false;
  private readonly fill = whenChanged((shown: unknown) => this.open(!!shown));

  constructor(private readonly view: View) {
    for (const event of ["focusin", "focusout", "pointerover", "pointerout"]) {
      this.el.addEventListener(event, () => queueMicrotask(() => this.preview()));
    }
  }

  get isOpen(): boolean {
    return !this.el.hidden;
  }

  /** Take the focus once the kernel has answered; a selection made by keyboard does not. */
  expect(): void {
    this.expected = true;
    this.away = false;
  }

  sync(): void {
    const { state, local } = this.view;
    this.away &&= local.listed && !!state.lasso;
    const quiet = !state.conflict && !local.disconnected && !local.drawing && !this.away;
    const open = !!state.lasso?.count && quiet;
    this.fill(open ? [state.lasso, state.clusters] : null);
    if (open) this.place(state.lasso?.indices ?? []);
  }

  press(event: KeyboardEvent): boolean {
    const active = focusOf(this.el);
    if (!this.isOpen || !this.el.contains(active)) return false;
    if (event.key === "Escape" && !this.labelling) this.send({ type: "group", action: "cancel" });
    else if (this.labelling && ["Escape", "ArrowLeft"].includes(event.key)) this.turn(false, true);
    else if (event.key === "ArrowRight" && active?.matches("[aria-haspopup]"))
      this.turn(true, true);
    else return moveFocus(this.el, event);
    return true;
  }

  private open(open: boolean): void {
    const focus = this.expected || this.el.contains(focusOf(this.el));
    this.el.hidden = !open;
    if (!open) return this.el.replaceChildren();
    this.expected = false;
    this.turn(false, focus);
  }

  /** Show the first page, or the one with the clusters. */
  private turn(labelling: boolean, focus: boolean): void {
    this.labelling = labelling;
    const { state } = this.view;
    const count = state.lasso?.count ?? 0;
    const title = words.selected(count);
    this.el.setAttribute("role", "menu");
    this.el.setAttribute("aria-label", title);
    const items = labelling ? this.labels(state) : this.choices(state);
    this.el.replaceChildren(h("div", { class: "ssc-t", role: "presentation" }, title), ...items);
    if (focus)
      this.el.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true });
  }

  private choices({ lasso, clusters }: State): HTMLElement[] {
    const { count = 0, must_links: links = 0, cannot_links, indices = [], group } = lasso ?? {};
    if (group) {
      const apart = words.cannotWithFirst(group.length, cannot_links ?? null);
      return [
        item(linkIcon("cannot"), apart, () =>
          this.send({ type: "group", action: "cannot", indices }),
        ),
      ];
    }
    const together = words.allMust(links);
    const must = item(linkIcon("must"), together, () =>
      this.send({ type: "group", action: "must" }),
    );
    must.dataset.preview = "";
    const cannot = item(linkIcon("cannot"), words.CANNOT_WITH_GROUP, () =>
      this.send({ type: "group", action: "cannot_first" }),
    );
    const label = item(anyIcon("tag"), words.LABEL_AS, () => this.turn(true, true));
    label.setAttribute("aria-haspopup", "menu");
    label.append(h("span", { class: "ssc-e", "aria-hidden": "true" }, anyIcon("chevronRight")));
    const list = item(anyIcon("table"), words.SHOW_AS_TABLE, () => {
      this.away = true;
      this.view.set({ listed: true });
    });
    const only = item(anyIcon("eye"), SHOW_ONLY, () =>
      this.send({ type: "filter", verb: "selection" }),
    );
    const one = count > 1 ? [must] : [];
    return [...this.part(), ...one, cannot, ...(clusters.length ? [label] : []), list, only];
  }

  private labels({ clusters }: State): HTMLElement[] {
    const list = clusters.map(({ id, name }) =>
      item(glyph(id, 1.15), name, () => this.send({ type: "group", action: "label", cluster: id })),
    );
    const fresh = item(anyIcon("plus"), words.NEW_CLUSTER, () =>
      this.send({ type: "group", action: "new" }),
    );
    const back = item(anyIcon("chevronLeft"), words.BACK, () => this.turn(false, true));
    return [scrolling(list), back, fresh];
  }

  /** While the card of a cluster is open, its part of the selection may be split off, unless that is all. */
  private part(): HTMLElement[] {
    const { state, local, dots } = this.view;
    const held = state.clusters.find((each) => each.id === openCluster(local));
    if (!held || !dots) return [];
    const { id, name } = held;
    const selected = new Set(state.lasso?.indices);
    const isCut = (inside: boolean): boolean =>
      dots.labels.some((label, i) => label === id && selected.has(i) === inside);
    if (!isCut(true) || !isCut(false)) return [];
    return [
      item(glyph(id, 1.15), words.splitOff(name), () =>
        this.send({ type: "split_off", cluster: id }),
      ),
    ];
  }

  private send(message: Message): void {
    this.view.send(message);
    this.view.focusPlot();
  }

  /** The links that the first item would add are drawn while it is pointed at or has the focus. */
  private preview(): void {
    const on = !!this.el.querySelector("[data-preview]:is(:hover,:focus)");
    if (on !== this.view.local.previewing) this.view.set({ previewing: on });
  }

  private place(indices: readonly number[]): void {
    const { dots } = this.view;
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.el.parentElement ?? {};
    if (!dots || !indices.length) return;
    const xs = indices.map((i) => at(dots.points, i)[0]);
    const ys = indices.map((i) => at(dots.points, i)[1]);
    const right = Math.max(...xs) + GAP;
    const left =
      right + this.el.offsetWidth <= width ? right : Math.min(...xs) - GAP - this.el.offsetWidth;
    this.el.style.left = `${within(left, width - this.el.offsetWidth)}px`;
    this.el.style.top = `${within(Math.min(...ys), height - this.el.offsetHeight)}px`;
  }
}

const within = (place: number, end: number): number => Math.max(4, Math.min(end - 4, place));

function item(picture: Node, text: string, onclick: () => void): HTMLButtonElement {
  const slot = h("span", { class: "ssc-slot", "aria-hidden": "true" }, picture);
  return pushButton({ role: "menuitem", tabindex: -1, onclick }, slot, text);
}

export class LassoLinks implements Drawing {
  readonly el = s("g", { class: "ssc-span" });

  draw({ state, local }: View, dots: Dots): void {
    const pairs = local.previewing ? (state.lasso?.preview_must ?? []) : [];
    const d = pairs
      .map(([i, j]) => [dots.at(i), dots.at(j)] as const)
      .map(([p, q]) => `M${round(p[0])} ${round(p[1])}L${round(q[0])} ${round(q[1])}`)
      .join("");
    this.el.replaceChildren(...(d ? [s("path", { d })] : []));
  }
}
