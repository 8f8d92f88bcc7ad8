/** The legend: colour, shape, name and size of each cluster; an entry opens the cluster's card. */

import type { Cluster } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import { CLUSTERS, CLUSTERS_KEY } from "../../core/text";
import { openCluster, type Panel, type View } from "../../core/view_state";
import { glyph } from "../../plot/palette";
import { icon } from "../../ui/icons";
import * as words from "./text";

/** Where there are more, one button opens the list of all. */
const DRAWN = 8;
const GAP = 4;

export class Legend implements Panel {
  readonly el = h("ul", { class: "ssc-legend", "aria-label": CLUSTERS });
  /** Opens the list of all clusters, where they do not fit. */
  private readonly all: HTMLButtonElement;
  private readonly number = h("b", {});
  private readonly last: HTMLElement;
  private readonly entries = new Map<number, HTMLButtonElement>();
  private readonly paint = whenChanged((clusters: Cluster[]) => this.fill(clusters));
  /** Cache key of the entries' widths: names and numbers of digits. */
  private wide = "";

  constructor(
    private readonly view: View,
    toggle: () => void,
  ) {
    this.all = pushButton(
      { class: "ssc-b ssc-leg", onclick: toggle },
      this.number,
      h("kbd", { "aria-hidden": "true" }, CLUSTERS_KEY),
      icon("chevronDown"),
    );
    this.last = h("li", { class: "ssc-k", hidden: true }, this.all);
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
    put(this.all, "aria-expanded", String(local.openPanel?.kind === "clusters"));
    this.all.disabled = !!state.conflict;
  }

  private fill(clusters: Cluster[]): void {
    const wide = String(clusters.map(({ id, name, size }) => [id, name, String(size).length]));
    if (wide === this.wide) return this.resize(clusters);
    this.wide = wide;
    const was = [...this.entries].find(([, button]) => button === focusOf(this.el))?.[0];
    this.entries.clear();
    for (const cluster of clusters.length > DRAWN ? [] : clusters)
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

  /** Show all entries if they fit, else the button that opens the list. */
  private fit(): void {
    const items = [...this.entries.values()].map((button) => button.parentElement as HTMLElement);
    for (const item of items) show(item, true);
    setText(this.number, words.allClusters(this.view.state.clusters.length));
    const room = this.el.clientWidth - 2 * GAP;
    const fits = (tight: boolean): boolean => {
      put(this.el, "data-tight", tight);
      const gap = tight ? 0 : GAP;
      return items.reduce((sum, item) => sum + item.offsetWidth + gap, -gap) <= room;
    };
    const free = room <= 0 || this.view.local.slim;
    put(this.el, "data-tight", null);
    const whole = items.length > 0 && (free || fits(false) || fits(true));
    for (const item of items) show(item, whole);
    show(this.last, !whole && this.view.state.clusters.length > 0);
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
