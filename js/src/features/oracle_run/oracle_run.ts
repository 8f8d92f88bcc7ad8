/** The panel of answers that are simulated from the true labels. */

import { focusOf, h, setText, show } from "../../core/dom";
import * as common from "../../core/text";
import type { Panel, View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import type { MenuItem, PopMenu } from "../../ui/popup_menu";
import { closePanel, closer, type Folds, type Section, section } from "../../ui/section";
import { type Chart, chart } from "./agreement_chart";
import { AnsweredPair } from "./answered_pair";
import { Controls } from "./controls";
import * as words from "./text";

const NATIVE = "button,select,input,a,textarea,[role=menu],[role=dialog]";

export function oracleRun(view: View, page: PageSlots): OracleRunSection {
  const made = new OracleRunSection(view, page.folds);
  page.side.prepend(made.el);
  page.popovers.append(...made.menus.map(({ el }) => el));
  page.overlay.add(new AnsweredPair());
  page.entries.push(() => oracleRunEntry(view, () => made.open()));
  return made;
}

export class OracleRunSection implements Panel {
  readonly el: HTMLElement;
  readonly menus: readonly PopMenu[];
  private readonly part: Section;
  private readonly grid: HTMLElement;
  private readonly controls: Controls;
  private readonly chart: Chart = chart();
  private readonly lead = h("b", {});
  private readonly told = h("span", {});
  private readonly after = h("span", { class: "ssc-muted" });
  private held = false;

  constructor(
    private readonly view: View,
    private readonly folds: Folds,
  ) {
    this.part = section("ssc-detail ssc-oracle", () => this.fold());
    this.el = this.part.el;
    this.controls = new Controls(view);
    this.menus = this.controls.menus;
    const close = closer(words.CLOSE_SIMULATION, common.CLOSE_CLUSTER_HINT, () => closePanel(view));
    this.el.insertBefore(close, this.part.body);
    const title = h("div", { class: "ssc-sub" }, h("b", {}, words.AGREEMENT));
    const about = h("p", { class: "ssc-muted" }, words.INDEX);
    const said = h("p", { class: "ssc-oracletext" }, this.lead, this.told, " ", this.after);
    const drawn = h("div", { class: "ssc-oracledrawn" }, title, about, this.chart.el, said);
    this.grid = h("div", { class: "ssc-oraclegrid" }, this.controls.el, drawn);
  }

  open(): void {
    this.view.set({ openPanel: { kind: "oracle_run" } });
    this.controls.play.focus({ preventScroll: true });
    this.view.reveal(this.el);
  }

  sync(): void {
    const { state, local } = this.view;
    const run = state.oracle_run;
    if (!run && local.openPanel?.kind === "oracle_run") local.openPanel = null;
    const held = !!run && local.openPanel?.kind === "oracle_run";
    show(this.el, held);
    if (this.held && !held) this.leave();
    if (held && !this.held) this.part.body.append(this.grid);
    this.held = held;
    if (!held || !run) return;
    this.controls.sync();
    const sum = words.askedOfGoal(run.asked, run.goal);
    this.part.paint(words.SIMULATE, [sum], this.folds.isOpen("oracle_run", true));
    this.chart.paint(run);
    setText(this.lead, run.lead);
    setText(this.told, run.told);
    setText(this.after, run.after);
  }

  /** Space plays and pauses, unless it means something where the focus is. */
  press(event: KeyboardEvent): boolean {
    if (this.menus.some((menu) => menu.press(event))) return true;
    const { local } = this.view;
    if (event.key !== " " || local.openPanel?.kind !== "oracle_run" || local.mode !== "inspect")
      return false;
    const active = focusOf(this.view.root);
    if (this.view.root.contains(active) && active?.closest(NATIVE)) return false;
    if (!event.repeat) this.controls.toggle();
    return true;
  }

  private leave(): void {
    this.grid.remove();
    if (this.view.state.oracle_run?.on) this.view.send({ type: "oracle_pause" });
  }

  private fold(): void {
    const open = this.folds.toggle("oracle_run", true);
    this.sync();
    if (open) this.view.reveal(this.el);
  }
}

export function oracleRunEntry({ state }: View, run: () => void): MenuItem {
  const reason = state.oracle_run ? null : words.NEEDS_TRUE_LABELS;
  return { label: words.SIMULATE, icon: "play", reason, run };
}
