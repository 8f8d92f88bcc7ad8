/** What can be done with the cluster in hand; what is pointed at is previewed. */

import type { ClusterCard } from "../contract";
import { glyph } from "../plot/palette";
import * as words from "../sentences";
import { h } from "../ui/dom";
import { icon } from "../ui/icons";
import { type ListContent, ListMenu } from "../ui/listmenu";
import { isBlocked, type Panel, type View } from "../view";
import type { Preview } from "./preview";

export class Verbs implements Panel {
  readonly el: HTMLElement;
  readonly menus: readonly ListMenu[];
  private readonly buttons: readonly HTMLButtonElement[];

  constructor(
    private readonly view: View,
    private readonly preview: Preview,
    private readonly card: () => ClusterCard | null,
  ) {
    const join = button(words.MERGE, "menu", () => merging.toggle());
    const cut = button(words.SPLIT, "menu", () => splitting.toggle());
    const again = button(words.AGAIN, null, () => this.split(0), words.AGAIN_HINT);
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
    this.buttons = [join, cut, again, choose];
    this.el = h("div", { class: "ssc-verbs" }, ...this.buttons);
    this.menus = [merging, splitting];
  }

  sync(): void {
    for (const each of this.buttons) each.disabled = isBlocked(this.view);
    for (const menu of this.menus) menu.sync();
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
    const on = again.matches(":hover,:focus-visible");
    this.preview.want(on ? { cluster: this.id, into: 0 } : null);
  }
}

function button(
  text: string,
  popup: "menu" | null,
  onclick: () => void,
  title: string | null = null,
): HTMLButtonElement {
  return h(
    "button",
    {
      class: "ssc-b ssc-line",
      type: "button",
      title,
      "aria-haspopup": popup,
      "aria-expanded": popup && "false",
      onclick,
    },
    text,
  );
}

/** The larger cluster keeps its number, and stays in hand; of equals the one with the lower. */
function merge(view: View, cluster: number, other: number): void {
  const { clusters } = view.state;
  const size = (id: number): number => clusters.find((each) => each.id === id)?.size ?? 0;
  const first = Math.min(cluster, other);
  const second = Math.max(cluster, other);
  const kept = size(second) > size(first) && second < clusters.length - 1 ? second : first;
  view.send({ type: "merge", cluster, other });
  view.set({ hand: { kind: "cluster", id: kept } });
}

function selectAll(view: View, cluster: number): void {
  const { dots, state } = view;
  if (!dots) return;
  const indices = Array.from({ length: state.n }, (_, i) => i);
  view.send({ type: "select", indices: indices.filter((i) => dots.cluster(i) === cluster) });
}
