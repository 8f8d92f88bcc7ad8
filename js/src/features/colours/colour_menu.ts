/** The button above the plot that shows what colours the points, and its menu with a search. */

import type { ColourOption, Reply } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, uid } from "../../core/dom";
import { isBlocked, type Panel, type View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import { anyIcon } from "../../ui/lazy_icons";
import { besides, moveFocus, under } from "../../ui/menu_behaviour";
import * as words from "./text";

/** From so many columns on a field finds one. */
const MANY = 12;

export class ColourMenu implements Panel {
  /** The elements above the plot. */
  readonly el: HTMLElement;
  readonly menu: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly now = h("span", { class: "ssc-colournow", dir: "auto" });
  private readonly own = h("div", { role: "menu", "aria-label": words.COLOUR_BY });
  private readonly list = h("div", {
    role: "menu",
    "aria-label": words.COLUMNS,
    id: uid("columns"),
  });
  private readonly heading = h("div", { class: "ssc-menuhead" }, words.COLUMNS);
  private readonly field: HTMLInputElement;
  private readonly find: HTMLElement;
  private columns: readonly ColourOption[] = [];

  /** `chosen` is called when a person has chosen an entry. */
  constructor(
    private readonly view: View,
    private readonly chosen: (name: string) => void,
  ) {
    this.button = pushButton(
      {
        class: "ssc-b ssc-line",
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        onclick: () => this.toggle(),
      },
      this.now,
      icon("chevronDown"),
    );
    const label = h("span", { class: "ssc-muted ssc-opt", "aria-hidden": "true" }, words.COLOUR);
    this.el = h("div", { class: "ssc-colourpick" }, label, this.button);
    this.field = h("input", {
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: words.FIND_COLUMN,
      "aria-label": words.FIND_COLUMN,
      "aria-controls": this.list.id,
      "aria-expanded": "true",
      oninput: () => this.fill(),
    });
    this.find = h("div", { class: "ssc-findfield" }, anyIcon("find"), this.field);
    const foot = h("div", { class: "ssc-foot" }, words.COLOUR_FOOT);
    const about = { role: "dialog", "aria-label": words.COLOUR_BY, hidden: true };
    this.menu = h(
      "div",
      { class: "ssc-pop ssc-menu ssc-popmenu ssc-colourmenu", ...about },
      this.own,
      this.heading,
      this.find,
      this.list,
      foot,
    );
    const close = (): void => this.set(false);
    besides(view, [() => this.menu, () => this.button], close);
    this.menu.addEventListener("focusout", (event) => {
      const to = event.relatedTarget as Node | null;
      if (to && !this.menu.contains(to)) close();
    });
  }

  sync(): void {
    const { name, title } = this.view.state.colour;
    setText(this.now, title);
    put(this.button, "aria-label", words.colourNow(title));
    put(this.button, "title", words.colourNow(title));
    put(this.button, "data-on", name !== CLUSTER);
    this.button.disabled = isBlocked(this.view);
    if (this.button.disabled) this.set(false);
  }

  receive(reply: Reply): void {
    if (reply.type !== "colour_options") return;
    this.columns = reply.columns;
    const held = this.menu.contains(focusOf(this.menu)) || focusOf(this.menu) === this.button;
    this.own.replaceChildren(...reply.own.map((option) => this.item(option)));
    show(this.find, reply.columns.length >= MANY);
    show(this.heading, reply.columns.length > 0);
    this.fill();
    if (this.menu.hidden) return;
    under(this.view, this.menu, this.button, true);
    this.view.reveal(this.menu);
    const on = this.menu.querySelector<HTMLElement>("[aria-checked=true]");
    if (held && focusOf(this.menu) !== this.field) on?.focus({ preventScroll: true });
  }

  press(event: KeyboardEvent): boolean {
    const active = focusOf(this.menu);
    if (this.menu.hidden || !(this.menu.contains(active) || active === this.button)) return false;
    if (event.key === "Escape") return this.leave();
    if (event.key === "Tab") {
      this.leave();
      return false;
    }
    if (active === this.field) return this.fromField(event);
    if (active === this.button) return false;
    return moveFocus(this.menu, event) || this.seek(event.key);
  }

  /** Arrows and Enter of the field go to the columns that it has found. */
  private fromField({ key }: KeyboardEvent): boolean {
    const first = this.list.querySelector<HTMLElement>("[role^=menuitem]");
    const last = this.own.querySelector<HTMLElement>("[role^=menuitem]:last-child");
    if (key === "Enter") first?.click();
    else if (key === "ArrowDown") first?.focus();
    else if (key === "ArrowUp") last?.focus();
    else return false;
    return true;
  }

  private seek(key: string): boolean {
    if (key.length !== 1 || key === " ") return false;
    const items = [...this.menu.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const from = items.indexOf(focusOf(this.menu) as HTMLElement) + 1;
    const begins = (item: HTMLElement): boolean =>
      !!item.textContent?.toLowerCase().startsWith(key.toLowerCase());
    [...items.slice(from), ...items.slice(0, from)].find(begins)?.focus();
    return true;
  }

  private toggle(): void {
    if (!this.menu.hidden) {
      this.leave();
      return;
    }
    this.field.value = "";
    this.fill();
    this.set(true);
    this.view.send({ type: "colour_options" });
  }

  private leave(): true {
    this.set(false);
    this.button.focus({ preventScroll: true });
    return true;
  }

  private set(open: boolean): void {
    if (this.menu.hidden !== open) return;
    show(this.menu, open);
    put(this.button, "aria-expanded", String(open));
    if (open) under(this.view, this.menu, this.button, true);
  }

  /** Show the columns whose names hold what is in the field. */
  private fill(): void {
    const text = this.field.value.trim().toLowerCase();
    const found = this.columns.filter(({ title }) => title.toLowerCase().includes(text));
    const none = found.length || !text ? [] : [h("p", { class: "ssc-muted" }, words.NO_COLUMN)];
    put(this.list, "role", none.length ? null : "menu");
    this.list.replaceChildren(...found.map((option) => this.item(option)), ...none);
  }

  private item({ name, title, about, available }: ColourOption): HTMLElement {
    const checked = name === this.view.state.colour.name;
    const onclick = (): void => {
      if (!available) return;
      // first: the kernel is at work while the page takes the menu away
      this.view.send({ type: "colour", name });
      this.leave();
      this.chosen(name);
    };
    return pushButton(
      {
        role: "menuitemradio",
        tabindex: -1,
        "aria-checked": String(checked),
        "aria-disabled": available ? null : "true",
        onclick,
      },
      h("span", { class: "ssc-slot", "aria-hidden": "true" }, checked ? anyIcon("check") : null),
      h("span", { class: "ssc-what", dir: "auto", title }, title),
      about ? h("span", { class: "ssc-e" }, " ", about) : null,
    );
  }
}

export const CLUSTER = "cluster";
