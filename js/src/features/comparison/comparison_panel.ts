/** The panel of the comparison: two plots, their agreement, and what can be done with the result. */

import type { Both, OtherClusterer } from "../../contract";
import { h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import { near } from "../../core/geometry";
import type { KeyHandler } from "../../core/lazy_bundle";
import { NO_CLUSTER } from "../../core/text";
import { isBlocked, isComparing, nameOf, type Panel, type View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { factsTable, light, pointsTable } from "./agreement_tables";
import { Controls } from "./clusterer_controls";
import { Tip } from "./comparison_tooltip";
import { Differing, type Marked } from "./differing_points";
import { FitProgress } from "./fit_progress";
import { Heads } from "./plot_headings";
import { Second, type SecondPlotGestures } from "./second_plot";
import * as words from "./text";

const REACH = 10;

export class Comparison implements Panel, KeyHandler {
  readonly el: HTMLElement;
  private readonly part: Section;
  private readonly duo: HTMLElement;
  private readonly heads: Heads;
  private readonly controls: Controls;
  private readonly working: FitProgress;
  private readonly marked: Marked = { differ: [], on: false, hovered: null };
  private second: Second | null = null;
  private readonly tips = [new Tip(), new Tip()] as const;
  private readonly title = h("p", { class: "ssc-qtitle" });
  private readonly index = h("b", {});
  private readonly number = h("b", {});
  private readonly ask: HTMLButtonElement;
  private readonly facts = h("div", {});
  private readonly list = h("div", { class: "ssc-scroll", tabindex: 0 });
  private readonly found: HTMLElement;
  /** Whether this view shows the comparison, and whether the kernel has confirmed it. */
  private looking = false;
  private heard = false;
  private bytes: unknown;
  private cursor: number | null = null;
  private over: 0 | 1 = 0;
  private readonly fill = whenChanged((told: { found: Both; titles: [string, string] }) =>
    this.tables(told),
  );

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    this.part = section("ssc-detail ssc-compare", () => this.fold());
    this.el = this.part.el;
    this.controls = new Controls(view);
    this.heads = new Heads(view, this.controls.opener);
    page.popovers.append(this.controls.popover.el);
    this.working = new FitProgress(view);
    this.ask = pushButton(
      {
        class: "ssc-b ssc-line ssc-small",
        title: words.ASK_HINT,
        onclick: () => this.askThese(),
      },
      words.ASK_ABOUT_THESE,
    );
    const about = h("p", { class: "ssc-muted" }, words.INDEX_BETWEEN, this.index);
    const both = h("div", {}, this.title, about, this.facts);
    const points = h("div", {}, h("div", { class: "ssc-sub" }, this.number, this.ask), this.list);
    this.found = h("div", { class: "ssc-cmpgrid" }, both, points);
    const close = closer(words.CLOSE_COMPARISON, words.CLOSE_COMPARISON_HINT, () =>
      closePanel(view),
    );
    this.el.insertBefore(close, this.part.body);
    this.part.body.append(this.working.el, this.found);
    this.duo = h("div", { class: "ssc-duo", hidden: true }, ...this.heads.els);
    page.side.prepend(this.el);
    page.over.after(this.duo);
    page.over.append(this.tips[0].el);
    page.overlay.add(new Differing(this.marked), { draw: () => this.second?.follow() });
    const { root, signal } = view;
    document.addEventListener("pointermove", (event) => this.move(event), { signal });
    root.addEventListener("pointerleave", () => this.hover(null, 0), { signal });
  }

  sync(): void {
    const { state, local } = this.view;
    const { compared } = state;
    const wanted = isComparing(this.view);
    if (wanted && !compared && this.heard) local.openPanel = null;
    const now = isComparing(this.view);
    if (this.looking && !now && compared) this.view.send({ type: "compare", verb: "leave" });
    this.looking = now;
    this.heard = now && (this.heard || !!compared);
    this.controls.popover.sync();
    show(this.el, now);
    show(this.duo, now);
    this.marked.on = now && !!compared?.found;
    const { root } = this.view;
    root.toggleAttribute("data-ssc-compare", now);
    root.toggleAttribute("data-ssc-differ", this.marked.on && !!compared?.found?.n_differ);
    if (now && compared) this.paint(compared);
    else this.rest();
  }

  press(event: KeyboardEvent): boolean {
    if (this.controls.popover.press(event)) return true;
    if (event.key !== "Escape" || !isComparing(this.view) || !this.view.state.compared?.fit)
      return false;
    this.view.send({ type: "compare", verb: "cancel" });
    return true;
  }

  private paint(compared: OtherClusterer): void {
    const { found, titles, same } = compared;
    this.part.paint(words.COMPARE, [same], this.page.folds.isOpen("compare", true));
    this.heads.paint(compared);
    this.controls.paint(compared);
    this.working.paint(compared);
    show(this.found, !!found);
    put(this.found, "data-stale", compared.stale);
    this.second ??= this.begun();
    if (!found) return;
    const rows = this.view.modelValue("differing");
    if (rows !== this.bytes) {
      this.bytes = rows;
      this.marked.differ = numbers(rows);
    }
    this.fill({ found, titles });
    this.ask.disabled = isBlocked(this.view) || !found.n_differ;
    this.second.paint(found, this.view.modelValue("compared"), titles[1]);
    this.follow();
  }

  private rest(): void {
    this.marked.hovered = null;
    this.cursor = null;
    this.tell();
  }

  private begun(): Second {
    const gestures: SecondPlotGestures = {
      hover: (index) => this.hover(index, 1),
      pick: (index) => this.page.actions().pick(index, false),
    };
    const made = new Second(this.view, this.marked, gestures);
    made.el.append(this.tips[1].el);
    this.duo.append(made.el);
    return made;
  }

  private tables({ found, titles }: { found: Both; titles: [string, string] }): void {
    setText(this.title, found.title);
    setText(this.index, found.index);
    setText(this.number, found.differ);
    this.facts.replaceChildren(factsTable(found.facts, titles));
    show(this.list, found.points.length > 0);
    const rows = {
      hover: (index: number | null) => this.hover(index, 0),
      go: (index: number) => this.page.actions().goTo(index),
    };
    this.list.replaceChildren(pointsTable(found, titles, rows));
    light(this.list, this.marked.hovered);
  }

  /** The keyboard's cursor points as well. */
  private follow(): void {
    const { cursor } = this.view.local;
    if (cursor === this.cursor) return;
    this.cursor = cursor;
    this.hover(cursor, this.over);
  }

  private move(event: PointerEvent): void {
    if (!isComparing(this.view) || event.buttons) return;
    const { dots } = this.view.stage;
    const path = event.composedPath();
    const figure = path.find((each) => each instanceof Element && each.matches(".ssc-figure"));
    if (!figure || !this.view.root.contains(figure as Element)) {
      if (this.over === 0 && !path.includes(this.list)) this.hover(null, 0);
      return;
    }
    const [x, y] = dots.local(event.clientX, event.clientY);
    this.hover(near(dots.points, x, y, REACH).find((i) => dots.shows(i)) ?? null, 0);
  }

  private hover(index: number | null, over: 0 | 1): void {
    if (index === this.marked.hovered && (index === null || over === this.over)) return;
    if (index === null && over !== this.over) return;
    this.marked.hovered = index;
    this.over = over;
    light(this.list, index);
    this.view.set({ message: index === null ? null : () => this.sentence(index) });
    this.tell();
  }

  private tell(): void {
    const { second, marked, over, view } = this;
    const { compared } = view.state;
    for (const tip of this.tips) tip.hide();
    if (!second || !compared?.found || !marked.on || marked.hovered === null) return;
    const i = marked.hovered;
    const { names } = compared.found;
    const clusters = [view.stage.dots.cluster(i), second.cluster(i)];
    const both = clusters.map(
      (cluster, k) => [compared.titles[k as 0 | 1], cluster, names[cluster] ?? NO_CLUSTER] as const,
    );
    const { dots } = over ? second : view.stage;
    if (dots.shows(i)) this.tips[over].tell(nameOf(view, i), both, dots.at(i));
  }

  private sentence(i: number): string {
    const { view, second } = this;
    const { compared } = view.state;
    const names = compared?.found?.names;
    if (!compared || !names || !second) return "";
    const called = (cluster: number): string => names[cluster] ?? NO_CLUSTER;
    const clusters = [called(view.stage.dots.cluster(i)), called(second.cluster(i))] as const;
    return words.placedBy(nameOf(view, i), clusters, compared.titles);
  }

  begin(): void {
    this.heard = false;
    this.view.send({ type: "compare", verb: "open" });
    this.view.set({ openPanel: { kind: "compare" } });
    this.view.focusPlot();
  }

  private askThese(): void {
    this.view.send({ type: "compare", verb: "ask" });
    this.view.set({ openPanel: null, awaiting: "asked" });
  }

  private fold(): void {
    this.page.folds.toggle("compare", true);
    this.sync();
  }
}

/** Rows as the kernel sent them: four bytes each, little endian. */
function numbers(bytes: unknown): number[] {
  if (!(bytes instanceof DataView)) return [];
  const length = Math.floor(bytes.byteLength / 4);
  return Array.from({ length }, (_, i) => bytes.getUint32(4 * i, true));
}
