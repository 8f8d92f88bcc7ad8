/** The search in names and texts, a section of the side panel; the kernel searches. */

import type { Found, Hit, Reply } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, uid, whenChanged } from "../../core/dom";
import { byKey, CLOSE_CLUSTER_HINT, SHOW_ONLY } from "../../core/text";
import { type DetailPanel, isBlocked, type Panel, type View } from "../../core/view_state";
import { KeptPoints } from "../../page/kept_points";
import type { PageSlots } from "../../page/page_slots";
import { anyIcon } from "../../ui/lazy_icons";
import type { MenuItem } from "../../ui/popup_menu";
import { closePanel, closer, type Section, section } from "../../ui/section";
import { clusterName, hitOption } from "./hit_option";
import { SearchOverlay } from "./search_overlay";
import * as words from "./text";

/** Milliseconds after the last key until the kernel is asked. */
const PAUSE = 150;

const doing = (onclick: () => void, text?: string): HTMLButtonElement =>
  pushButton({ class: "ssc-b ssc-line ssc-small", onclick }, text);

export class Search implements Panel {
  readonly el: HTMLElement;
  /** Opens and ends the search, in the toolbar. */
  readonly button: HTMLButtonElement;
  private readonly part: Section;
  private readonly list = h("ul", { role: "listbox", id: uid("found"), "aria-label": words.FOUND });
  private readonly field: HTMLInputElement;
  private readonly head = h("b", {});
  private readonly rest = h("span", { class: "ssc-muted" });
  private readonly counts: HTMLElement;
  private readonly more = h("p", { class: "ssc-muted" });
  private readonly meant = pushButton({ class: "ssc-b ssc-line ssc-small" });
  private readonly all = doing(() => this.view.send({ type: "select_found" }));
  private readonly only = doing(
    () => this.view.send({ type: "filter", verb: "search" }),
    SHOW_ONLY,
  );
  private readonly kept: KeptPoints;
  private found: Found | null = null;
  /** The hit that is chosen, and whether a person has stepped to it. */
  private at = 0;
  private stepped = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opener: HTMLElement | null = null;
  private isOpen = false;
  private given: DetailPanel | null = null;
  private readonly fill = whenChanged((found: Found | null) => this.offer(found));
  private readonly again = whenChanged<unknown>(() => this.found && this.ask(this.found.start));

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    this.field = h("input", {
      ...{ type: "text", role: "combobox", dir: "auto", autocomplete: "off", spellcheck: "false" },
      "aria-controls": this.list.id,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      oninput: () => this.typed(),
    });
    this.kept = new KeptPoints(view);
    this.button = pushButton(
      { class: "ssc-b ssc-icon", "aria-label": words.SEARCH },
      anyIcon("find"),
    );
    put(this.button, "onclick", () => (this.isOpen ? this.leave() : this.open()));
    this.part = section("ssc-detail ssc-find", () => {
      page.folds.toggle("search", true);
      view.set({});
    });
    this.el = this.part.el;
    const leave = (): void => this.leave();
    this.el.insertBefore(closer(words.CLOSE_SEARCH, CLOSE_CLUSTER_HINT, leave), this.part.body);
    const clear = pushButton(
      { class: "ssc-b ssc-icon", "aria-label": words.CLEAR, title: words.CLEAR },
      anyIcon("close"),
    );
    put(clear, "onclick", () => this.type(""));
    put(this.meant, "onclick", () => this.type(this.found?.instead ?? ""));
    const keys = ["↑", "↓"].map((key) => h("kbd", {}, key));
    const hint = h("span", { class: "ssc-steps-hint", "aria-hidden": "true" }, ...keys, words.STEP);
    this.counts = h("p", { class: "ssc-counts" }, h("span", {}, this.head, this.rest), hint);
    this.part.body.append(
      h(
        "div",
        { role: "search", "aria-label": words.SEARCH },
        h("div", { class: "ssc-searchfield" }, anyIcon("find"), this.field, clear),
        ...[
          this.counts,
          this.meant,
          this.list,
          this.more,
          h("div", { class: "ssc-row" }, this.all, this.only),
        ],
      ),
    );
    page.overlay.add(new SearchOverlay(() => this.ringed()));
    view.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  open(): void {
    const { view } = this;
    if (isBlocked(view)) return;
    if (!this.isOpen) this.opener = focusOf(view.root) as HTMLElement | null;
    view.set({ openPanel: { kind: "search" }, sideHidden: false });
    this.field.focus({ preventScroll: true });
    this.field.select();
    view.reveal(this.el);
    this.look();
  }

  type(text: string): void {
    this.field.value = text;
    this.field.focus({ preventScroll: true });
    this.look();
  }

  press(event: KeyboardEvent): boolean {
    if (!this.isOpen || focusOf(this.field) !== this.field) return false;
    if (event.key === "Escape") this.leave();
    else if (event.key === "Enter") this.choose(this.at);
    else if (event.key === "ArrowDown") this.step(1);
    else if (event.key === "ArrowUp") this.step(-1);
    else return false;
    return true;
  }

  receive(reply: Reply): void {
    if (reply.type !== "found" || !this.isOpen || reply.text !== this.field.value) return;
    const first = this.found?.text !== reply.text;
    this.found = reply;
    const last = Math.max(0, reply.hits.length - 1);
    this.at = this.at < 0 ? last : Math.min(this.at, last);
    if (this.stepped) this.goTo();
    else if (first || !reply.unread) this.view.announce(reply.head + reply.rest);
    else this.view.set({});
  }

  sync(): void {
    const { state, local } = this.view;
    const panel = local.openPanel?.kind === "search" && !isBlocked(this.view) && local.openPanel;
    const open = !!panel;
    if (this.isOpen && !open) this.end();
    this.isOpen = open;
    show(this.el, open);
    put(this.button, "aria-pressed", String(open));
    put(this.button, "title", byKey(words.SEARCH, state.keys.find));
    this.button.disabled = isBlocked(this.view);
    const placeholder = state.has_texts ? words.SEARCH_ALL : words.SEARCH_NAMES;
    put(this.field, "placeholder", placeholder);
    put(this.field, "aria-label", placeholder);
    this.part.paint(words.SEARCH, [], this.page.folds.isOpen("search", true));
    this.fill(this.found);
    this.again(state.clusters);
    const found = open ? this.found : null;
    const all = found && found.rows > 0 && found.rows === found.ringed.length;
    this.kept.keep(all ? found.ringed : null);
    if (panel && panel !== this.given) this.take(panel);
  }

  /** Search for a text that another part of the page gives, once. */
  private take(panel: DetailPanel & { kind: "search" }): void {
    this.given = panel;
    if (panel.text === undefined) return;
    this.opener = null;
    this.type(panel.text);
  }

  private typed(): void {
    clearTimeout(this.timer);
    if (!this.field.value.trim()) return this.look();
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  private look(): void {
    clearTimeout(this.timer);
    this.at = 0;
    this.stepped = false;
    if (this.field.value.trim()) return this.ask(0);
    this.end();
    this.view.set({ message: null });
  }

  private ask(start: number): void {
    this.view.send({ type: "find", text: this.field.value, start });
  }

  private offer(found: Found | null): void {
    const hits = found?.hits ?? [];
    const option = (hit: Hit, place: number): HTMLElement =>
      hitOption(this.view.state, hit, `${this.list.id}-${place}`, () => this.choose(place));
    this.list.replaceChildren(...hits.map(option));
    show(this.list, hits.length > 0);
    put(this.field, "aria-expanded", String(hits.length > 0));
    show(this.counts, !!found);
    this.counts.classList.toggle("ssc-none", !hits.length);
    setText(this.head, found?.head ?? "");
    setText(this.rest, found?.rest ?? "");
    setText(this.more, found?.more ?? "");
    show(this.more, !!found?.more);
    setText(this.meant, words.meant(found?.instead ?? ""));
    show(this.meant, !!found?.instead);
    setText(this.all, words.selectAll(found?.rows ?? 0));
    show(this.all.parentElement as HTMLElement, !!found?.rows);
    this.mark();
  }

  private mark(): void {
    const options = [...this.list.children];
    for (const [i, option] of options.entries())
      put(option, "aria-selected", String(i === this.at));
    put(this.field, "aria-activedescendant", options[this.at]?.id);
    options[this.at]?.scrollIntoView?.({ block: "nearest" });
  }

  /** Choose the next hit or the one before, on the next part of the list if need be. */
  private step(by: number): void {
    const { found } = this;
    if (!found?.total) return;
    const [to, last] = [this.at + by, found.hits.length - 1];
    this.stepped = true;
    if (to > last && found.start + found.hits.length < found.total) {
      this.at = 0;
      return this.ask(found.start + found.hits.length);
    }
    if (to < 0 && found.start > 0) {
      this.at = -1;
      return this.ask(Math.max(0, found.start - found.hits.length));
    }
    this.at = Math.max(0, Math.min(last, to));
    this.goTo();
  }

  /** Bring the chosen hit into view, and say which it is. */
  private goTo(): void {
    const { found, view } = this;
    const hit = found?.hits[this.at];
    if (!found || !hit) return;
    if (hit.index !== null) view.stage.reveal([hit.index]);
    this.mark();
    const called = clusterName(view.state, hit);
    view.announce(words.hit(this.place(found), hit.name, called));
  }

  private readonly place = (found: Found): string =>
    words.place(found.start + this.at + 1, found.total);

  private choose(at: number): void {
    const { found, page, view } = this;
    const hit = found?.hits[at];
    if (!hit || found?.text !== this.field.value) return;
    this.at = at;
    this.mark();
    if (hit.index === null)
      return view.set({ openPanel: { kind: "cluster", id: hit.cluster }, message: null });
    page.actions().goTo(hit.index);
    if (view.local.mode !== "lasso") page.actions().pick(hit.index, false);
    view.focusPlot();
  }

  private ringed() {
    const { found } = this;
    if (!this.isOpen || !found) return null;
    const chosen = found.hits[this.at]?.index ?? null;
    return { rows: found.ringed, chosen, place: this.place(found) };
  }

  private leave(): void {
    const opener = this.opener === this.field ? null : this.opener;
    closePanel(this.view, { openPanel: null, message: null }, opener);
  }

  /** Forget what was found, and read no more texts for it. */
  private end(): void {
    clearTimeout(this.timer);
    if (this.found?.unread) this.view.send({ type: "find", text: "", start: 0 });
    this.found = null;
  }
}

export const searchItem = ({ state }: View, search: Search): MenuItem => ({
  label: words.SEARCH,
  icon: "find",
  key: state.keys.find,
  run: () => search.open(),
});
