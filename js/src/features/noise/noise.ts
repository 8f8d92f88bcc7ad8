/** The points in no cluster: an entry beside the legend, their list, and the key that puts points out. */

import type { NoCluster, NoiseRow, Reply } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import { FOUND, type Look, SAID } from "../../core/dots";
import { OnDemand } from "../../core/lazy_bundle";
import { CLOSE_CLUSTER_HINT, NO_CLUSTER, NOISE_KEY } from "../../core/text";
import { isBlocked, isOff, type Panel, type View } from "../../core/view_state";
import { announcesPause } from "../../page/open_panel";
import type { PageSlots } from "../../page/page_slots";
import { hollow } from "../../plot/hollow_mark";
import { glyph } from "../../plot/palette";
import { icon } from "../../ui/icons";
import type { MenuItem } from "../../ui/popup_menu";
import { closePanel, closer, type Section, section } from "../../ui/section";
import type { Reach, ReachFrame } from "./reach";
import * as words from "./text";

export class Noise implements Panel {
  readonly el: HTMLElement;
  readonly button: HTMLButtonElement;
  private readonly part: Section;
  private readonly size = h("span", { class: "ssc-muted ssc-num" });
  private readonly lead = h("b", {});
  private readonly rest = h("span", { class: "ssc-muted" });
  private readonly said = h("div", { class: "ssc-sub" });
  private readonly list = h("ul", { class: "ssc-outlist", "aria-label": words.SAID });
  private readonly more = h("p", { class: "ssc-muted" });
  private readonly reach: OnDemand<Reach, ReachFrame>;
  private readonly fill = whenChanged((found: NoCluster | null) => found && this.paint(found));

  constructor(
    private readonly view: View,
    page: PageSlots,
  ) {
    this.button = pushButton(
      { class: "ssc-b ssc-leg ssc-noneleg", onclick: () => this.toggle() },
      glyph(FOUND, 1.15),
      h("span", { class: "ssc-called" }, NO_CLUSTER),
      this.size,
    );
    this.part = section("ssc-detail ssc-out", () => {
      page.folds.toggle("noise", true);
      view.set({});
    });
    this.el = this.part.el;
    const close = closer(words.CLOSE_LIST, CLOSE_CLUSTER_HINT, () => closePanel(view));
    this.el.insertBefore(close, this.part.body);
    const sentence = h("p", {}, this.lead, " ", this.rest);
    const place = h("div", { hidden: true });
    this.reach = new OnDemand(view, "reach", { page, place, isOpen: () => this.isOpen });
    this.part.body.append(sentence, place, this.said, this.list, this.more);
    this.open = (): boolean => page.folds.isOpen("noise", true);
    page.axes.el.before(this.button);
    if (view.dots) view.dots.none = (label) => this.look(label);
  }

  private readonly open: () => boolean;

  sync(): void {
    const { view } = this;
    const { state, local } = view;
    const found = state.no_cluster;
    show(this.button, !!found);
    put(this.button, "aria-pressed", String(this.isOpen));
    this.button.disabled = isOff(view) || !!state.conflict;
    if (found) {
      setText(this.size, String(found.size));
      this.button.title = words.openList(found.size);
    }
    if (!found && this.isOpen) local.openPanel = null;
    show(this.el, this.isOpen && !!found && !isOff(view));
    this.part.paint(NO_CLUSTER, [], this.open());
    this.fill(found);
    if (found || this.reach.now) this.reach.sync();
    // A canvas that was painted before this code came is painted again.
    view.dots?.flag("data-said", found?.said.map(({ index }) => index) ?? []);
  }

  receive(reply: Reply, buffers: readonly DataView[]): void {
    this.reach.receive(reply, buffers);
  }

  /** O puts the points of the lasso, or the one picked, out of all clusters; again, back. */
  press(event: KeyboardEvent): boolean {
    const { view } = this;
    if (event.key.toUpperCase() !== NOISE_KEY || isBlocked(view)) return false;
    if (focusOf(view.root)?.closest("[role=dialog]")) return false;
    if (!event.repeat) this.putOut();
    return true;
  }

  putOut(): void {
    const { view } = this;
    const indices = chosen(view);
    if (announcesPause(view)) return;
    if (!indices.length) return view.announce(words.PICK_ONE);
    view.send({ type: "no_cluster", indices: [...indices] });
  }

  /** How a canvas draws them, in the colours of the page. */
  private look(label: number): Look {
    const edge = getComputedStyle(this.button.querySelector("path") as Element).stroke;
    return { fill: "transparent", edge, shape: hollow(label), spot: [128, 128, 128] };
  }

  private get isOpen(): boolean {
    return this.view.local.openPanel?.kind === "noise";
  }

  private toggle(): void {
    if (this.isOpen) return closePanel(this.view);
    this.view.set({ openPanel: { kind: "noise" }, sideHidden: false });
    this.view.reveal(this.el, true);
  }

  private paint({ lead, rest, said, more }: NoCluster): void {
    const held = this.list.contains(focusOf(this.list));
    setText(this.lead, lead);
    setText(this.rest, rest);
    show(this.said, said.length > 0);
    this.said.replaceChildren(words.SAID);
    this.list.replaceChildren(...said.map((row) => this.row(row)));
    show(this.more, !!more);
    setText(this.more, more);
    if (held) (this.list.querySelector("button") ?? this.button).focus({ preventScroll: true });
  }

  private row({ index, name }: NoiseRow): HTMLElement {
    const label = words.putBack(name);
    const back = pushButton(
      {
        class: "ssc-b ssc-small",
        "aria-label": label,
        title: words.PUT_BACK,
        onclick: () => this.view.send({ type: "no_cluster", indices: [index] }),
      },
      icon("undo"),
    );
    return h("li", {}, glyph(SAID, 1.15), h("span", { dir: "auto" }, name), back);
  }
}

/** The points of the lasso, else those picked, else the one at the keyboard's cursor. */
function chosen({ state, local }: View): readonly number[] {
  const { first, second } = local.linking;
  if (state.lasso?.count) return state.lasso.indices;
  const picked = [first, second].filter((each) => each !== null);
  if (picked.length) return picked;
  return local.cursor === null ? [] : [local.cursor];
}

export const noiseItem = (view: View, noise: Noise): MenuItem => ({
  label: words.OUT,
  key: NOISE_KEY,
  reason: chosen(view).length ? null : words.PICK_ONE,
  run: () => noise.putOut(),
});
