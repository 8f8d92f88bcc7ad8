/** The list of all clusters, a section of the side panel; the kernel sorts and finds. */

import type { ClusterList as Listed, ListedBy, ListedCluster, Reply } from "../../contract";
import { focusOf, h, put, setText, show, uid, whenChanged } from "../../core/dom";
import { CLOSE_CLUSTER_HINT, CLUSTERS } from "../../core/text";
import { isBlocked, isOff, type Panel, type View } from "../../core/view_state";
import { announcesPause } from "../../page/open_panel";
import type { PageSlots } from "../../page/page_slots";
import { glyph } from "../../plot/palette";
import { icon } from "../../ui/icons";
import { anyIcon } from "../../ui/lazy_icons";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { ClusterRing, rowsOf } from "./cluster_ring";
import * as words from "./text";

/** Height of a row, and rows drawn beyond those in view. */
const [ROW, SPARE] = [28, 4];
/** Milliseconds after the last key until the kernel is asked. */
const PAUSE = 150;

type Column = [key: ListedBy | "links", label: string];
const COLUMNS: readonly Column[] = [
  ["name", words.NAME],
  ["size", words.SORTED_BY.size],
  ["doubt", words.SORTED_BY.doubt],
  ["links", words.LINKS],
];

export class ClusterList implements Panel {
  readonly el: HTMLElement;
  private readonly part: Section;
  private readonly field: HTMLInputElement;
  private readonly order = h("select", { "aria-label": words.SORT_BY });
  private readonly grid = h("div", { role: "grid", class: "ssc-grp", tabindex: 0, id: uid("grp") });
  private readonly heads: readonly HTMLElement[];
  private readonly space = h("div", { role: "rowgroup" });
  private readonly foot = h("p", { class: "ssc-muted" });
  private by: ListedBy = "size";
  private listed: Listed | null = null;
  /** The cluster that is chosen. */
  private at: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opener: HTMLElement | null = null;
  private readonly again = whenChanged<unknown>(() => this.ask());

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    this.part = section("ssc-detail ssc-clusterlist", () => {
      page.folds.toggle("clusters", true);
      view.set({});
    });
    this.el = this.part.el;
    const close = closer(words.CLOSE_LIST, CLOSE_CLUSTER_HINT, () => this.leave());
    this.el.insertBefore(close, this.part.body);
    this.field = h("input", {
      type: "text",
      role: "combobox",
      "aria-label": words.FIND_CLUSTER,
      "aria-controls": this.grid.id,
      "aria-expanded": "true",
      placeholder: words.FIND_NAME,
      oninput: () => this.typed(),
    });
    for (const [key, label] of Object.entries(words.SORTED_BY))
      this.order.append(h("option", { value: key }, label));
    put(this.order, "onchange", () => this.sort(this.order.value as ListedBy));
    this.heads = COLUMNS.map(([, label]) => h("span", { role: "columnheader" }, label));
    this.grid.append(h("div", { role: "row", "aria-rowindex": 1 }, ...this.heads), this.space);
    put(this.grid, "aria-label", CLUSTERS);
    put(this.grid, "onscroll", () => this.draw());
    const field = h("span", { class: "ssc-searchfield" }, anyIcon("find"), this.field);
    const sorted = h("span", { class: "ssc-sel" }, this.order, icon("chevronDown"));
    const row = h("div", { class: "ssc-row" }, field, sorted);
    this.part.body.append(row, this.grid, this.foot);
    page.overlay.add(new ClusterRing(() => (this.isOpen ? this.at : null)));
    view.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Open the list, or close it where it is open. */
  toggle(): void {
    const { view } = this;
    if (announcesPause(view)) return;
    if (this.isOpen) return this.leave();
    this.opener = focusOf(view.root) as HTMLElement | null;
    this.field.value = "";
    this.listed = null;
    view.set({ openPanel: { kind: "clusters" }, sideHidden: false });
  }

  press(event: KeyboardEvent): boolean {
    const { key } = event;
    const active = focusOf(this.el);
    if (!this.isOpen || isBlocked(this.view) || !this.el.contains(active)) return false;
    if (key === "Escape") this.leave();
    else if (active !== this.grid && active !== this.field) return false;
    else if (key === "Enter") this.open();
    else if (key in STEPS) this.step(STEPS[key as keyof typeof STEPS]);
    else if (active === this.grid && key.length === 1 && key !== " ") this.type(key);
    else return false;
    return true;
  }

  receive(reply: Reply): void {
    if (reply.type !== "cluster_list" || !this.isOpen) return;
    if (reply.by !== this.by || reply.text !== this.field.value) return;
    const first = !this.listed;
    this.listed = reply;
    const ids = reply.rows.map(({ id }) => id);
    const before = this.at;
    if (before === null || !ids.includes(before)) this.at = ids[0] ?? null;
    this.sync();
    if (!first) return this.at === before ? this.view.set({}) : this.choose(this.place);
    this.view.reveal(this.el, false);
    this.grid.focus({ preventScroll: true });
    this.choose(this.place);
  }

  sync(): void {
    const { state, local } = this.view;
    const open = this.isOpen && !isOff(this.view);
    show(this.el, open);
    if (!this.isOpen) this.listed = null;
    if (!open || state.conflict) return;
    const title = words.allClusters(state.clusters.length);
    this.part.paint(title, [], this.page.folds.isOpen("clusters", true));
    if (!state.fit) this.again([state.clusters, state.links.length, local.openPanel]);
    this.draw();
  }

  private get isOpen(): boolean {
    return this.view.local.openPanel?.kind === "clusters";
  }

  private get rows(): readonly ListedCluster[] {
    return this.listed?.rows ?? [];
  }

  /** The place of the chosen cluster in the list. */
  private get place(): number {
    return this.rows.findIndex(({ id }) => id === this.at);
  }

  private ask(): void {
    clearTimeout(this.timer);
    if (this.isOpen) this.view.send({ type: "list_clusters", by: this.by, text: this.field.value });
  }

  private typed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  private type(letter: string): void {
    this.field.focus();
    this.field.value += letter;
    this.typed();
  }

  private sort(by: ListedBy): void {
    this.by = by;
    this.ask();
  }

  private step(by: number): void {
    this.choose(Math.max(0, Math.min(this.rows.length - 1, this.place + by)));
  }

  /** Choose a cluster, ring its points and bring them into view. */
  private choose(place: number): void {
    const { view, rows } = this;
    const row = rows[place];
    const cluster = view.state.clusters.find(({ id }) => id === row?.id);
    if (!row || !cluster) return;
    this.at = row.id;
    const { scrollTop, clientHeight } = this.grid;
    const [top, end] = [ROW * place, ROW * (place + 2)];
    if (top < scrollTop) this.grid.scrollTop = top;
    else if (end > scrollTop + clientHeight) this.grid.scrollTop = end - clientHeight;
    const points = view.dots ? rowsOf(view.dots, row.id) : [];
    if (!points.some((i) => view.dots?.shows(i))) view.stage.reveal(points);
    view.announce(words.chosen(cluster.name, cluster.size, row.percent));
  }

  private open(): void {
    if (this.at !== null && this.place >= 0)
      this.view.set({ openPanel: { kind: "cluster", id: this.at }, message: null });
  }

  /** Draw the rows in view. */
  private draw(): void {
    const { grid, rows, space } = this;
    const first = Math.max(0, Math.floor(grid.scrollTop / ROW) - SPARE);
    const end = Math.ceil((grid.scrollTop + grid.clientHeight) / ROW) + SPARE;
    const sizes = new Map(this.view.state.clusters.map((each) => [each.id, each]));
    const drawn = rows.slice(first, end).map((row, k) => {
      const { name = "", size = 0 } = sizes.get(row.id) ?? {};
      return this.row(row, first + k, name, size);
    });
    space.replaceChildren(...drawn);
    put(space, "style", `height:${ROW * rows.length}px`);
    put(grid, "aria-rowcount", rows.length + 1);
    COLUMNS.forEach(([key, label], k) => {
      const sorted = key === this.by;
      const way = key === "name" ? "ascending" : "descending";
      const head = this.heads[k] as HTMLElement;
      put(head, "aria-sort", sorted ? way : null);
      setText(head, sorted ? `${label} ${key === "name" ? "↑" : "↓"}` : label);
    });
    const chosen = this.place;
    for (const el of [grid, this.field])
      put(el, "aria-activedescendant", chosen < 0 ? null : `${grid.id}-${chosen}`);
    setText(this.foot, this.listed?.foot ?? "");
  }

  private row(row: ListedCluster, place: number, name: string, size: number): HTMLElement {
    const { id, doubt, percent, links } = row;
    const cell = (...children: (Node | string)[]): HTMLElement =>
      h("span", { role: "gridcell" }, ...children);
    const bar = h("i", { style: `width:${100 * doubt}%` });
    return h(
      "div",
      {
        role: "row",
        id: `${this.grid.id}-${place}`,
        "aria-rowindex": place + 2,
        "aria-selected": String(id === this.at),
        style: `top:${ROW * place}px`,
        onclick: () => this.choose(place),
        ondblclick: () => this.open(),
      },
      cell(glyph(id, 1.15), h("span", { dir: "auto", title: name }, name)),
      cell(size.toLocaleString("en-GB")),
      cell(h("span", { class: "ssc-meter", role: "img", "aria-label": percent }, bar)),
      cell(String(links)),
    );
  }

  private leave(): void {
    closePanel(this.view, { openPanel: null, message: null }, this.opener);
  }
}

/** Rows that a key goes on; beyond an end it is the last one. */
const STEPS = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
