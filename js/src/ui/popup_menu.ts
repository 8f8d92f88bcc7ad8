/** A menu under a button; its entries are made anew each time it opens. */

import { focusOf, h, pushButton, put, show } from "../core/dom";
import type { Panel, View } from "../core/view_state";
import { type AnyIcon, anyIcon } from "./lazy_icons";
import { besides, moveFocus, under } from "./menu_behaviour";

export interface MenuItem {
  readonly label: string;
  readonly icon?: AnyIcon;
  /** A second line, in few words. */
  readonly about?: string;
  /** A few words at the right; the reason takes their place. */
  readonly aside?: string;
  /** The key that does the same. */
  readonly key?: string;
  /** Why it cannot be used now; it stays in the menu, with this reason. */
  readonly reason?: string | null;
  /** Set for what is on or off. */
  readonly checked?: boolean;
  /** One of several of which one is on. */
  readonly single?: boolean;
  run(): void;
}

export class PopMenu implements Panel {
  readonly el: HTMLElement;

  /** `opener` and `items` are read when the menu opens. */
  constructor(
    private readonly view: View,
    label: string,
    private readonly opener: () => HTMLElement,
    private readonly items: () => MenuItem[],
    private readonly more: { foot?: Node; right?: boolean } = {},
  ) {
    const name = "ssc-pop ssc-menu ssc-popmenu";
    this.el = h("div", { class: name, role: "menu", "aria-label": label, hidden: true });
    const close = (): void => this.set(false);
    besides(view, [() => this.el, opener], close);
    this.el.addEventListener("focusout", (event) => {
      const to = event.relatedTarget as Node | null;
      if (to && !this.el.contains(to)) close();
    });
  }

  toggle(): void {
    if (!this.el.hidden) return this.leave();
    this.set(true);
    const on = this.el.querySelector<HTMLElement>("[role=menuitemradio][aria-checked=true]");
    (on ?? this.el.querySelector("button"))?.focus({ preventScroll: true });
  }

  sync(): void {
    if (!this.el.hidden && (this.view.state.conflict || this.view.local.disconnected))
      this.set(false);
  }

  /** While the focus is in the menu, letters go to the item that begins with them. */
  press(event: KeyboardEvent): boolean {
    if (this.el.hidden || !this.el.contains(focusOf(this.el))) return false;
    if (event.key === "Escape") this.leave();
    else if (event.key === "Tab") {
      this.leave();
      return false;
    } else if (!moveFocus(this.el, event)) return this.seek(event.key);
    return true;
  }

  private seek(key: string): boolean {
    if (key.length !== 1 || key === " ") return false;
    const items = [...this.el.querySelectorAll<HTMLElement>("button")];
    const from = items.indexOf(focusOf(this.el) as HTMLElement) + 1;
    const round = [...items.slice(from), ...items.slice(0, from)];
    const begins = (item: HTMLElement): boolean =>
      !!item.textContent?.toLowerCase().startsWith(key.toLowerCase());
    round.find(begins)?.focus();
    return true;
  }

  private leave(): void {
    this.set(false);
    this.opener().focus({ preventScroll: true });
  }

  private set(open: boolean): void {
    if (open) {
      const lines = this.items().map((item) => this.line(item));
      this.el.replaceChildren(...lines, ...(this.more.foot ? [this.more.foot] : []));
    }
    show(this.el, open);
    put(this.opener(), "aria-expanded", String(open));
    if (!open) return;
    under(this.view, this.el, this.opener(), this.more.right);
    this.view.reveal(this.el);
  }

  private line(item: MenuItem): HTMLElement {
    const { label, icon: name, about, aside, key, reason, checked, single, run } = item;
    const more = aside === undefined ? reason || about : "";
    const onclick = (): void => {
      if (reason) return;
      this.leave();
      run();
    };
    const picture = checked ? "check" : name;
    const right = aside === undefined ? null : reason || aside;
    return pushButton(
      {
        role: checked === undefined ? "menuitem" : single ? "menuitemradio" : "menuitemcheckbox",
        tabindex: -1,
        "aria-checked": checked === undefined ? null : String(checked),
        "aria-disabled": reason ? "true" : null,
        class: more ? "ssc-two" : null,
        onclick,
      },
      h("span", { class: "ssc-slot", "aria-hidden": "true" }, picture ? anyIcon(picture) : null),
      h(
        "span",
        { class: "ssc-what" },
        label,
        more ? " " : null,
        more ? h("small", {}, more) : null,
      ),
      right ? h("span", { class: "ssc-e" }, " ", right) : null,
      key ? h("kbd", { class: "ssc-e", "aria-hidden": "true" }, key) : null,
    );
  }
}
