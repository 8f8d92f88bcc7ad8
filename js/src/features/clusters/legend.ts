/** The legend: colour, shape, name and size of each cluster; an entry opens the cluster's card. */

import type { Cluster } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import { openCluster, type Panel, type View } from "../../core/view_state";
import { glyph } from "../../plot/palette";
import type { ListContent } from "../../ui/list_menu";
import * as words from "./text";

/** Further clusters are only in the list. */
const DRAWN = 24;
const GAP = 4;

export class Legend implements Panel {
  readonly el = h("ul", { class: "ssc-legend", "aria-label": words.CLUSTERS });
  /** Opens the list of the clusters that do not fit. */
  readonly rest: HTMLButtonElement;
  private readonly last: HTMLElement;
  private readonly entries = new Map<number, HTMLButtonElement>();
  private readonly paint = whenChanged((clusters: Cluster[]) => this.fill(clusters));
  /** Cache key of the entries' widths: names and numbers of digits. */
  private wide = "";

  constructor(
    private readonly view: View,
    toggle: () => void,
  ) {
    this.rest = pushButton({
      class: "ssc-b ssc-leg",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      onclick: toggle,
    });
    this.last = h("li", { class: "ssc-k", hidden: true }, this.rest);
    const sizes = new ResizeObserver(() => this.fit());
    sizes.observe(this.el);
    view.signal.addEventListener("abort", () => sizes.disconnect());
  }

  sync(): void {
    const { state, local } = this.view;
    const sizes = local.fitStep?.sizes ?? state.filters.sizes;
    this.paint(
      state.clusters.map((each) => (sizes ? { ...each, size: sizes[each.id] ?? 0 } : each)),
    );
    for (const [id, button] of this.entries) {
      put(button, "aria-pressed", String(id === openCluster(local)));
      button.disabled = !!state.conflict;
    }
  }

  private fill(clusters: Cluster[]): void {
    const wide = String(clusters.map(({ id, name, size }) => [id, name, String(size).length]));
    if (wide === this.wide) return this.resize(clusters);
    this.wide = wide;
    const was = [...this.entries].find(([, button]) => button === focusOf(this.el))?.[0];
    this.entries.clear();
    for (const cluster of clusters.slice(0, DRAWN))
      this.entries.set(cluster.id, entry(this.view, cluster));
    const items = [...this.entries.values()].map((one) => h("li", { class: "ssc-k" }, one));
    this.el.replaceChildren(...items, this.last);
    this.resize(clusters);
    if (was !== undefined) this.entries.get(was)?.focus({ preventScroll: true });
    this.fit();
  }

  /** Write how many points each cluster has. */
  private resize(clusters: Cluster[]): void {
    for (const { id, name, size } of clusters) {
      const button = this.entries.get(id);
      if (!button) continue;
      button.title = words.takeCluster(name, size);
      setText(button.lastElementChild as Element, String(size));
    }
  }

  /** Show as many entries as fit; a button opens the others. */
  private fit(): void {
    const items = [...this.entries.values()].map((button) => button.parentElement as HTMLElement);
    for (const item of items) show(item, true);
    const number = this.view.state.clusters.length;
    setText(this.rest, words.moreClusters(number));
    show(this.last, true);
    const room = this.el.clientWidth - 2 * GAP;
    const measured = (tight: boolean): number[] => {
      put(this.el, "data-tight", tight);
      return items.map((item) => item.offsetWidth + (tight ? 0 : GAP));
    };
    const fits = (): boolean => widths.reduce((sum, width) => sum + width, -GAP) <= room;
    const { slim } = this.view.local;
    let widths = measured(false);
    const free = room <= 0 || (slim && number <= DRAWN);
    if (!free && !fits()) widths = measured(true);
    const whole = free || (number <= DRAWN && fits());
    let taken = this.last.offsetWidth;
    items.forEach((item, k) => {
      taken += widths[k] ?? 0;
      show(item, whole || taken <= room);
    });
    const left = this.hidden().length;
    setText(this.rest, words.moreClusters(left));
    show(this.last, left > 0);
  }

  pointAt(index: number): void {
    light(this.view, this.hidden()[index]?.id ?? null);
  }

  private hidden(): Cluster[] {
    return this.view.state.clusters.filter(({ id }) => {
      const item = this.entries.get(id)?.parentElement;
      return !item || item.hidden;
    });
  }

  others(): ListContent {
    const items = this.hidden().map(({ id, name, size }) => ({
      picture: glyph(id, 1.15),
      label: name,
      remark: String(size),
      run: () => take(this.view, id),
    }));
    return { label: words.MORE_CLUSTERS, items };
  }
}

function take(view: View, id: number): void {
  if (view.local.past) return;
  view.set({ openPanel: openCluster(view.local) === id ? null : { kind: "cluster", id } });
}

function light(view: View, id: number | null): void {
  if (view.local.highlighted !== id) view.set({ highlighted: id });
}

function entry(view: View, { id, name }: Cluster): HTMLButtonElement {
  const el = pushButton(
    { class: "ssc-b ssc-leg", onclick: () => take(view, id) },
    glyph(id, 1.15),
    h("span", { class: "ssc-called", dir: "auto" }, name),
    h("span", { class: "ssc-muted ssc-num" }),
  );
  const follow = (): void => {
    if (el.matches(":hover,:focus-visible")) light(view, id);
    else if (view.local.highlighted === id) light(view, null);
  };
  for (const event of ["pointerenter", "pointerleave", "focus", "blur"])
    el.addEventListener(event, () => queueMicrotask(follow));
  return el;
}
