/** The edits of a cluster: merge, split, group; each is previewed while it is pointed at. */

import type { ClusterCard } from "../../contract";
import { h, pushButton, put } from "../../core/dom";
import { isBlocked, type Panel, type View } from "../../core/view_state";
import { glyph } from "../../plot/palette";
import { icon } from "../../ui/icons";
import { type ListContent, ListMenu } from "../../ui/list_menu";
import type { Preview } from "./edit_preview";
import * as words from "./text";

export class Verbs implements Panel {
  readonly el: HTMLElement;
  readonly menus: readonly ListMenu[];
  private readonly buttons: readonly HTMLButtonElement[];
  /** The buttons that change the clustering. */
  private readonly changing: readonly HTMLButtonElement[];

  constructor(
    private readonly view: View,
    private readonly preview: Preview,
    private readonly card: () => ClusterCard | null,
  ) {
    const settled = (act: () => void) => (): void => {
      if (!isFitting(view)) act();
    };
    const open = (menu: () => ListMenu): (() => void) => settled(() => menu().toggle());
    const join = button(
      words.MERGE,
      "menu",
      open(() => merging),
    );
    const cut = button(
      words.SPLIT,
      "menu",
      open(() => splitting),
    );
    const afresh = settled(() => this.split(0));
    const again = button(words.AGAIN, null, afresh, words.AGAIN_HINT);
    const choose = button(words.SELECT_POINTS, null, () => selectAll(view, this.id));
    const merging = new ListMenu(
      view,
      () => join,
      () => this.partners(),
      (index) => this.pointAtPartner(index),
    );
    const splitting = new ListMenu(
      view,
      () => cut,
      () => this.parts(),
      (index) => this.pointAtParts(index),
    );
    for (const name of ["pointerenter", "pointerleave", "focus", "blur"])
      again.addEventListener(name, () => queueMicrotask(() => this.pointAtAgain(again)));
    this.changing = [join, cut, again];
    this.buttons = [...this.changing, choose];
    this.el = h("div", { class: "ssc-verbs" }, ...this.buttons);
    this.menus = [merging, splitting];
  }

  sync(): void {
    const { view } = this;
    for (const each of this.buttons) each.disabled = isBlocked(view);
    for (const each of this.changing) {
      put(each, "aria-disabled", isFitting(view) ? "true" : null);
      put(each, "title", isFitting(view) ? words.WHILE_FITTING : (each.dataset.hint ?? null));
    }
    for (const menu of this.menus) {
      if (isFitting(view)) menu.close();
      menu.sync();
    }
  }

  private get id(): number {
    return this.card()?.id ?? -1;
  }

  private partners(): ListContent {
    const { partners = [], after } = this.card() ?? {};
    const { clusters } = this.view.state;
    const items = partners.map((other) => ({
      picture: glyph(other.id, 1.15),
      label: clusters.find((each) => each.id === other.id)?.name ?? "",
      remark: other.text,
      off: !other.possible,
      run: () => merge(this.view, this.id, other.id),
    }));
    return { label: words.MERGE_WITH, items, foot: items.length ? after : words.LONELY };
  }

  private parts(): ListContent {
    const byLasso = (): void => {
      this.view.set({ mode: "lasso" });
      this.view.focusPlot();
    };
    const lasso = {
      picture: icon("lasso"),
      label: words.BY_LASSO,
      remark: words.BY_LASSO_ABOUT,
      run: byLasso,
    };
    const counts = words.INTO.map(([into, label]) => ({ label, run: () => this.split(into) }));
    return { label: words.SPLIT_INTO, items: [...counts, lasso] };
  }

  private split(into: number): void {
    this.preview.want(null);
    this.view.send({ type: "split", cluster: this.id, into });
  }

  private pointAtPartner(index: number): void {
    const other = this.card()?.partners[index];
    this.preview.want(other ? { cluster: this.id, other: other.id } : null);
  }

  private pointAtParts(index: number): void {
    const into = words.INTO[index]?.[0];
    this.preview.want(into ? { cluster: this.id, into } : null);
  }

  private pointAtAgain(again: HTMLElement): void {
    const on = !isFitting(this.view) && again.matches(":hover,:focus-visible");
    this.preview.want(on ? { cluster: this.id, into: 0 } : null);
  }
}

function button(
  text: string,
  popup: "menu" | null,
  onclick: () => void,
  title: string | null = null,
): HTMLButtonElement {
  return pushButton(
    {
      class: "ssc-b ssc-line",
      title,
      "data-hint": title,
      "aria-haspopup": popup,
      "aria-expanded": popup && "false",
      onclick,
    },
    text,
  );
}

/** During a fit the clusters are about to change. */
const isFitting = ({ state }: View): boolean => state.fit !== null;

/** The larger cluster keeps its number and its card stays open; of equals the one with the lower number. */
function merge(view: View, cluster: number, other: number): void {
  const { clusters } = view.state;
  const size = (id: number): number => clusters.find((each) => each.id === id)?.size ?? 0;
  const first = Math.min(cluster, other);
  const second = Math.max(cluster, other);
  const kept = size(second) > size(first) && second < clusters.length - 1 ? second : first;
  view.send({ type: "merge", cluster, other });
  view.set({ openPanel: { kind: "cluster", id: kept } });
}

function selectAll(view: View, cluster: number): void {
  const { dots, state } = view;
  if (!dots) return;
  const indices = Array.from({ length: state.n }, (_, i) => i);
  view.send({ type: "select", indices: indices.filter((i) => dots.cluster(i) === cluster) });
}
