/** The history: a slider over all steps, the answer of the step shown, and the branches. */

import type { BranchShown, Moment, Reply } from "../../contract";
import { h, pushButton, setText, show } from "../../core/dom";
import { decode } from "../../core/dots";
import type { Brought } from "../../core/lazy_bundle";
import { IDLE } from "../../core/linking";
import type { Panel, View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { iconFrom } from "../../ui/icons";
import { ListMenu } from "../../ui/list_menu";
import { endOf, Tree } from "./branch_layout";
import { placed, StepComparison } from "./compared_steps";
import { Slider } from "./history_slider";
import { progress } from "./progress_curves";
import * as words from "./text";

/** The icon of a branch. */
const BRANCH =
  "M2.4 3.5a1.6 1.6 0 103.2 0 1.6 1.6 0 10-3.2 0M2.4 12.5a1.6 1.6 0 103.2 0 1.6 1.6 0 10-3.2 0M10.4 5.5a1.6 1.6 0 103.2 0 1.6 1.6 0 10-3.2 0M4 5v6M12 7c0 3-4 2.5-7.4 4";

/** Longest wait for a reply, in milliseconds. */
const PATIENCE = 2000;

interface Asked {
  step: number;
  compared: number | null;
  revision: number;
  time: number;
}

export class History implements Panel {
  readonly el = h("div", { class: "ssc-history" });
  /** Branches that are not drawn. */
  readonly menu: ListMenu;
  private readonly slider = new Slider((step, held) => (held ? this.hold(step) : this.want(step)));
  private readonly track = h("div", { class: "ssc-curve" }, this.slider.el);
  private readonly more = pushButton({
    class: "ssc-b ssc-small ssc-more",
    "aria-label": words.OTHER_BRANCHES,
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    onclick: () => this.menu.toggle(),
  });
  private readonly lead = h("b", {});
  private readonly rest = h("span", {});
  private readonly left = h("p", { class: "ssc-muted" });
  private readonly verb = h("span", {});
  private readonly goes = pushButton(
    { class: "ssc-b", onclick: () => this.go() },
    iconFrom("branch", BRANCH, ""),
    this.verb,
  );
  private readonly compared = new StepComparison(() => this.compare());
  private readonly told: HTMLElement;
  /** The wanted step, if it is not the present one. */
  private wanted: number | null = null;
  private asked: Asked | null = null;
  /** The revision of which the kernel has described the step. */
  private known = -1;
  /** The branch on the second lane, as last viewed. */
  private lane: number | null = null;
  private tree = new Tree({ at: 0, end: 0, span: 0, branches: [] });
  private drawn = "";

  constructor(
    private readonly view: View,
    private readonly under: HTMLElement,
  ) {
    this.menu = new ListMenu(
      view,
      () => this.more,
      () => this.listed(),
      () => undefined,
    );
    const back = { class: "ssc-b ssc-line", type: "button", title: words.BACK_HINT };
    this.told = h(
      "div",
      { class: "ssc-stepinfo" },
      h("p", {}, this.lead, this.rest),
      this.left,
      h(
        "div",
        { class: "ssc-row" },
        this.goes,
        h("button", { ...back, onclick: () => this.back() }, words.BACK_TO_NOW),
      ),
      this.compared.el,
    );
    this.el.append(this.track, this.more, this.told);
    under.append(this.el);
  }

  sync(): void {
    const { state, local } = this.view;
    this.grow();
    if (this.wanted === state.history.at || (!local.past && !this.asked)) this.wanted = null;
    if (local.past && this.wanted === null) return this.view.set({ past: null });
    if (this.wanted !== null && this.known !== state.revision) this.ask();
    const many = state.history.span > 0;
    show(this.el, many);
    const ends = this.under.querySelector<HTMLElement>(".ssc-ends");
    if (ends) show(ends, !many);
    const other = this.other();
    this.slider.show(this.tree, {
      step: this.wanted ?? state.history.at,
      other,
      past: !!local.past,
      compared: this.compared.step,
      said: local.past ? placed(local.past.moment) : words.PRESENT,
    });
    const hidden = this.tree.others.length - (other ? 1 : 0);
    show(this.more, hidden > 0);
    setText(this.more, words.moreBranches(hidden));
    show(this.told, !!local.past);
    this.goes.classList.toggle("ssc-main", !!local.past);
    this.goes.disabled = local.disconnected;
    if (local.past) this.tell(local.past.moment);
  }

  press(event: KeyboardEvent): boolean {
    if (this.slider.press(event)) return true;
    if (event.key !== "Escape" || this.wanted === null) return false;
    this.back();
    return true;
  }

  receive(reply: Reply, buffers: readonly DataView[]): void {
    if (reply.type !== "moment" || reply.step !== this.asked?.step) return;
    if ((reply.compared?.step ?? null) !== this.asked.compared) return;
    this.known = this.asked.revision;
    this.asked = null;
    if (this.wanted === null) return;
    const { past } = this.view.local;
    const labels = decode(buffers[0], reply.labels_itemsize);
    const { local } = this.view;
    if (!past)
      Object.assign(local, { openPanel: null, highlighted: null, planned: null, linking: IDLE });
    if (!past) Object.assign(local, { mode: "inspect", row: null, message: null });
    this.view.set({ past: { moment: reply, labels, differs: this.compared.on } });
    const compared = reply.compared?.step ?? null;
    if (reply.step !== this.wanted || compared !== this.compared.step) this.ask();
  }

  /** Update the tree. */
  private grow(): void {
    const { history: tree } = this.view.state;
    const drawn = JSON.stringify(tree);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.tree = new Tree(tree);
  }

  private want(step: number): void {
    if (step === this.view.state.history.at) return this.back();
    this.wanted = step;
    // A branch of a branch begins with steps of its parent: its lane stays
    const drawn = this.other();
    const isDrawn = !!drawn && this.tree.line(drawn).includes(step);
    if (!this.tree.isOnMain(step) && !isDrawn)
      this.lane = this.tree.branchOf(step)?.number ?? this.lane;
    this.ask();
    this.sync();
  }

  /** Compare the step shown with the chosen ones. */
  private hold(step: number): void {
    const { at } = this.view.state.history;
    const shown = this.wanted ?? at;
    this.compared.on = true;
    if (this.compared.step === null && shown !== at) this.compared.step = shown;
    this.want(step);
  }

  /** One request at a time: the next one is sent after the reply. */
  private ask(): void {
    const { state, local } = this.view;
    const now = performance.now();
    const waiting = this.asked !== null && now - this.asked.time < PATIENCE;
    if (this.wanted === null || waiting || local.disconnected) return;
    const asked = { step: this.wanted, compared: this.compared.step };
    this.asked = { ...asked, revision: state.revision, time: now };
    this.view.send({ type: "look", ...asked });
  }

  private back(): void {
    this.wanted = null;
    this.asked = null;
    this.compared.drop();
    this.view.set({ past: null });
  }

  private go(): void {
    const step = this.wanted;
    if (step === null || this.view.local.disconnected) return;
    this.back();
    this.view.send({ type: "go", step });
  }

  private compare(): void {
    const { past } = this.view.local;
    if (past) this.view.set({ past: { ...past, differs: this.compared.on } });
    if ((past?.moment.compared?.step ?? null) !== this.compared.step) this.ask();
  }

  /** The branch on the second lane: the last viewed, else the newest. */
  private other(): BranchShown | null {
    const { others } = this.tree;
    return others.find(({ number }) => number === this.lane) ?? others[0] ?? null;
  }

  private listed() {
    const shown = this.other();
    const items = this.tree.others
      .filter((branch) => branch !== shown)
      .map((branch) => ({
        label: words.branchOf(branch.number),
        remark: words.ownMoments(branch.steps.length),
        run: () => this.want(endOf(branch)),
      }));
    return { label: words.OTHER_BRANCHES, items };
  }

  private tell(moment: Moment): void {
    const { told, left, verb } = moment;
    const [lead, rest] = told;
    setText(this.lead, lead);
    setText(this.rest, rest);
    setText(this.left, left);
    show(this.left, !!left);
    setText(this.verb, verb);
    this.compared.tell(moment);
  }
}

/** The curves of the progress, the slider below them, and the menu of the branches. */
export function history(view: View, page: PageSlots): Brought {
  const curves = progress(view, page.curves);
  const back = new History(view, curves.under);
  const { menu } = back;
  page.popovers.append(menu.el);
  return {
    sync: () => {
      curves.sync();
      back.sync();
      menu.sync();
    },
    press: (event) => menu.press(event) || back.press(event),
    receive: (reply, buffers) => back.receive(reply, buffers),
  };
}
