/** A menu whose entries have a picture, a name and a remark, with a preview on hover. */

import { focusOf, h, pushButton, put, show } from "../core/dom";
import type { Panel, View } from "../core/view_state";
import { besides, moveFocus, scrolling } from "./menu_behaviour";

export interface ListItem {
  readonly picture?: Node;
  readonly label: string;
  /** At the right end. */
  readonly remark?: string;
  /** Set where it cannot be used now. */
  readonly off?: boolean;
  run(): void;
}

export interface ListContent {
  readonly label: string;
  readonly items: readonly ListItem[];
  /** The last line. */
  readonly foot?: string;
}

const EDGE = 8;

export class ListMenu implements Panel {
  readonly el = h("div", { class: "ssc-pop ssc-menu ssc-listmenu", role: "menu", hidden: true });
  private items: readonly ListItem[] = [];
  private pointed = -1;

  /** `opener` and `content` are read when the menu opens; `point` gets the entry pointed at. */
  constructor(
    private readonly view: View,
    private readonly opener: () => HTMLElement,
    private readonly content: () => ListContent,
    private readonly point: (index: number) => void,
  ) {
    besides(view, [() => this.el, opener], () => this.set(false));
    this.el.addEventListener("focusout", (event) => {
      const to = event.relatedTarget as Node | null;
      if (to && !this.el.contains(to)) this.set(false);
    });
    for (const name of ["focusin", "focusout", "pointerover", "pointerout"])
      this.el.addEventListener(name, () => queueMicrotask(() => this.follow()));
  }

  get isOpen(): boolean {
    return !this.el.hidden;
  }

  toggle(): void {
    if (this.isOpen) return this.leave();
    this.set(true);
    this.el.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }

  sync(): void {
    const { state, local } = this.view;
    if (this.isOpen && (state.conflict || local.disconnected || !this.opener().isConnected))
      this.set(false);
  }

  press(event: KeyboardEvent): boolean {
    if (!this.isOpen || !this.el.contains(focusOf(this.el))) return false;
    if (event.key === "Escape") this.leave();
    else if (event.key === "Tab") {
      this.leave();
      return false;
    } else return moveFocus(this.el, event);
    return true;
  }

  close(): void {
    if (this.isOpen) this.set(false);
  }

  private leave(): void {
    this.set(false);
    this.opener().focus({ preventScroll: true });
  }

  private set(open: boolean): void {
    if (!open && !this.isOpen) return;
    if (open) this.fill();
    show(this.el, open);
    put(this.opener(), "aria-expanded", String(open));
    if (open) this.place();
    else this.tell(-1);
  }

  private fill(): void {
    const { label, items, foot } = this.content();
    this.items = items;
    put(this.el, "aria-label", label);
    this.el.replaceChildren(
      scrolling(items.map((item) => this.line(item))),
      ...(foot ? [h("div", { class: "ssc-foot", role: "presentation" }, foot)] : []),
    );
  }

  private line({ picture, label, remark, off, run }: ListItem): HTMLElement {
    const onclick = (): void => {
      if (off) return;
      this.leave();
      run();
    };
    return pushButton(
      { role: "menuitem", tabindex: -1, "aria-disabled": off ? "true" : null, onclick },
      h("span", { class: "ssc-slot", "aria-hidden": "true" }, picture),
      h("span", { class: "ssc-what" }, label),
      remark ? h("small", { class: "ssc-e" }, remark) : null,
    );
  }

  private place(): void {
    const { root } = this.view;
    const [around, button] = [root.getBoundingClientRect(), this.opener().getBoundingClientRect()];
    const [wide, high] = [this.el.offsetWidth, this.el.offsetHeight];
    const left = Math.min(button.left - around.left, around.width - wide - EDGE);
    const [above, below] = [button.top - around.top - 2, button.bottom - around.top + 2];
    const up = below + high > around.height - EDGE && above > around.height - below;
    this.el.style.left = `${Math.max(EDGE, left)}px`;
    this.el.style.top = `${up ? Math.max(EDGE, above - high) : below}px`;
    this.view.reveal(this.el);
  }

  private follow(): void {
    const lines = [...this.el.querySelectorAll("button")];
    const hovered = lines.findIndex((line) => line.matches(":hover"));
    const focused = lines.indexOf(focusOf(this.el) as HTMLButtonElement);
    this.tell(this.isOpen ? (hovered >= 0 ? hovered : focused) : -1);
  }

  private tell(index: number): void {
    if (index === this.pointed) return;
    this.pointed = index;
    this.point(this.items[index] ? index : -1);
  }
}
