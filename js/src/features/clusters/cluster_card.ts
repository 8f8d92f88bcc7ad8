/** The card of one cluster: its name, its typical features, and the edits. */

import type { ClusterCard, Example, Reply } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import * as common from "../../core/text";
import { isBlocked, openCluster, type Panel, type View } from "../../core/view_state";
import { glyph } from "../../plot/palette";
import type { ListMenu } from "../../ui/list_menu";
import { closePanel, closer, type Folds, type Section, section } from "../../ui/section";
import { content, type Which } from "./cluster_content";
import { Verbs } from "./cluster_edits";
import { type NameField, nameField } from "./cluster_name";
import { Preview } from "./edit_preview";
import { share, strips } from "./feature_distributions";
import * as words from "./text";

export class ClusterPanel implements Panel {
  readonly el: HTMLElement;
  readonly menus: readonly ListMenu[];
  private card: ClusterCard | null = null;
  private asked = "";
  private readonly part: Section;
  private readonly preview: Preview;
  private readonly name: NameField;
  private readonly tools: Verbs;
  private readonly mark = h("span", { class: "ssc-detailmark" });
  private readonly offer = h("span", { class: "ssc-offer" });
  private readonly about = h("p", { class: "ssc-muted" });
  private readonly said = h("div", { class: "ssc-said" });
  private readonly content = h("div", { class: "ssc-content" });
  private which: Which = "typical";
  private readonly apart = h("div", { class: "ssc-apart" });
  private readonly examples = h("div", { class: "ssc-examples" });
  private readonly grid: HTMLElement;
  private readonly paint = whenChanged(([card]: [ClusterCard | null, Which, boolean[]]) => {
    if (card) this.fill(card);
  });

  constructor(
    private readonly view: View,
    private readonly folds: Folds,
    private readonly pick: (index: number) => void,
    private readonly enlarge: (index: number, name: string) => void,
  ) {
    this.part = section("ssc-detail", () => this.fold());
    this.el = this.part.el;
    this.preview = new Preview(view);
    this.name = nameField(view);
    this.tools = new Verbs(view, this.preview, () => this.card);
    this.menus = this.tools.menus;
    const row = h("div", { class: "ssc-row" }, this.mark, this.name.el, this.offer);
    const who = h("div", { class: "ssc-who" }, row, this.about, this.said);
    this.grid = h(
      "div",
      { class: "ssc-detailgrid" },
      who,
      this.content,
      this.apart,
      this.tools.el,
      this.examples,
    );
    this.el.insertBefore(
      closer(words.CLOSE_CLUSTER, common.CLOSE_CLUSTER_HINT, () => closePanel(view)),
      this.part.body,
    );
    this.part.body.append(this.grid);
  }

  sync(): void {
    const { state, local } = this.view;
    const taken = state.clusters.find(({ id }) => id === openCluster(local));
    if (!taken && state.clusters.length && openCluster(local) !== null) local.openPanel = null;
    show(this.el, !!taken);
    if (!taken) return this.drop();
    this.ask(taken.id);
    if (this.card?.id !== taken.id) this.card = null;
    this.part.paint(taken.name, [], this.folds.isOpen("cluster", true));
    show(this.grid, !!this.card);
    if (this.card) this.name.show(this.card.id, this.card.name);
    const examples = this.card ? [...this.card.typical, ...this.card.doubtful] : [];
    this.paint([
      this.card,
      this.which,
      examples.map(({ i, image }) => image && this.view.images.has(i)),
    ]);
    this.tools.sync();
  }

  receive(reply: Reply): void {
    if (reply.type === "plan") return this.preview.receive(reply);
    if (reply.type !== "cluster" || reply.id !== openCluster(this.view.local)) return;
    const first = !this.card;
    const { message, past } = this.view.local;
    const speaks = !past && (first || message === this.card?.status);
    this.card = reply;
    this.view.set({
      reading: reply.shown !== "points",
      message: speaks ? reply.status : message,
    });
    if (first) this.view.reveal(this.el, false);
  }

  press(event: KeyboardEvent): boolean {
    if (this.menus.some((menu) => menu.press(event))) return true;
    if (event.key === "Escape") return this.name.leave();
    if (event.key === "Enter") return this.showLarge();
    if (event.key === "F2" && this.card) return this.rename();
    if (event.key.toUpperCase() === words.ACCEPT_KEY && this.card?.suggested) return this.accept();
    return false;
  }

  /** The image that has the focus. */
  private showLarge(): boolean {
    const active = focusOf(this.el);
    const inside = active instanceof HTMLElement && this.el.contains(active);
    const row = Number((inside && active.dataset.large) || Number.NaN);
    const examples = this.card ? [...this.card.typical, ...this.card.doubtful] : [];
    const example = examples.find(({ i }) => i === row);
    if (example) this.enlarge(row, example.name);
    return !!example;
  }

  private rename(): true {
    this.name.el.focus();
    this.name.el.select();
    return true;
  }

  /** Take the suggested name: a step that can be undone. */
  private accept(): true {
    const { card, view } = this;
    if (!card?.suggested || isBlocked(view) || view.local.past) return true;
    view.send({ type: "rename", cluster: card.id, name: card.suggested });
    return true;
  }

  /** Request the profile of the cluster, except during a fit. */
  private ask(cluster: number): void {
    const { state, local } = this.view;
    const key = `${cluster} ${state.revision}`;
    if (state.fit || local.disconnected || key === this.asked) return;
    this.asked = key;
    this.view.send({ type: "cluster", cluster });
  }

  private drop(): void {
    if (this.card) this.preview.want(null);
    this.card = null;
    this.view.local.reading = false;
    this.asked = "";
    this.which = "typical";
    for (const menu of this.menus) menu.close();
  }

  private fold(): void {
    const open = this.folds.toggle("cluster", true);
    this.sync();
    if (open) this.view.reveal(this.el);
  }

  private fill(card: ClusterCard): void {
    this.mark.replaceChildren(glyph(card.id, 1.3));
    setText(this.about, card.about);
    this.offer.replaceChildren(...this.offered(card));
    this.said.replaceChildren(
      ...card.described.map(([text, failed]) =>
        h("p", { dir: "auto", class: failed ? "ssc-muted" : null }, text),
      ),
    );
    const named = card.shown === "points";
    const takes = {
      pick: this.pick,
      find: (text: string) => this.view.set({ openPanel: { kind: "search", text }, message: null }),
      choose: (which: Which) => {
        this.which = which;
        this.sync();
        this.content.querySelector<HTMLElement>(".ssc-seg :checked")?.focus();
      },
    };
    this.content.replaceChildren(...content(this.view, card, this.which, takes));
    this.apart.replaceChildren(...facts(card));
    show(this.apart, named || card.features.length + card.shares.length > 0);
    this.examples.replaceChildren(...(named ? points(card, this.pick) : []));
    put(this.grid, "data-shown", card.shown);
  }

  /** The suggested name, or that there is none yet. */
  private offered({ named, suggested }: ClusterCard): HTMLElement[] {
    if (named) return [];
    const button = (text: string, key: string, onclick: () => void): HTMLElement =>
      pushButton(
        { class: "ssc-b ssc-line ssc-small", "aria-keyshortcuts": key, onclick },
        text,
        h("kbd", { "aria-hidden": "true" }, key),
      );
    const told = h("span", { class: "ssc-muted" }, suggested ? words.SUGGESTED : words.NO_NAME);
    return suggested
      ? [
          told,
          h("b", { dir: "auto", title: suggested }, suggested),
          button(words.ACCEPT, words.ACCEPT_KEY, () => this.accept()),
        ]
      : [told, button(words.RENAME, words.RENAME_KEY, () => this.rename())];
  }
}

function facts({ id, features, shares }: ClusterCard): HTMLElement[] {
  const key = h(
    "span",
    { class: "ssc-key", "aria-hidden": "true" },
    glyph(id, 1),
    words.THIS,
    h("i", {}),
    words.THE_REST,
  );
  const head = h("div", { class: "ssc-sub" }, h("b", {}, words.SETS_APART), key);
  put(key, "hidden", features.length ? null : true);
  if (!features.length && !shares.length)
    return [head, h("p", { class: "ssc-muted" }, words.ALIKE)];
  return [head, h("div", { class: "ssc-sils" }, ...strips(features, id), ...shares.map(share))];
}

/** Rows of points, each a button that picks it. */
function points({ typical, doubtful }: ClusterCard, pick: (index: number) => void): HTMLElement[] {
  const row = (title: string, examples: readonly Example[]): HTMLElement =>
    h(
      "p",
      {},
      h("span", { class: "ssc-muted" }, title),
      ...examples.map(({ i, name }) =>
        pushButton(
          { class: "ssc-b ssc-small ssc-point", title: name, onclick: () => pick(i) },
          h("span", { dir: "auto" }, name),
        ),
      ),
    );
  return [
    ...(typical.length ? [row(words.MOST_TYPICAL, typical)] : []),
    ...(doubtful.length ? [row(words.MOST_DOUBTFUL, doubtful)] : []),
  ];
}
