/** Buttons of the ways out: what each says stays up to date while a person is about to choose. */

import type { Trouble } from "../../contract";
import { h, put, say } from "../../core/dom";
import type { View } from "../../core/view_state";

/** One button a way, rebuilt only where other ways are offered, so that the focus stays. */
export class Choices {
  private readonly buttons: { el: HTMLButtonElement; text: Element; detail: Element | null }[] = [];
  private actions = "";
  /** The state that a way was chosen in: one choice is enough. */
  private chosenIn = -1;

  /** `style` is that of each button; only without one there is room for the details. */
  constructor(
    private readonly view: View,
    readonly el: HTMLElement,
    private readonly style: string | null = null,
  ) {}

  /** Whether other ways are offered than before. */
  paint(ways: Trouble["ways"]): boolean {
    const actions = JSON.stringify(ways.map(({ id }) => id));
    const other = actions !== this.actions;
    if (other) {
      this.actions = actions;
      this.buttons.splice(0, Infinity, ...ways.map(({ id }) => this.button(id)));
      this.el.replaceChildren(...this.buttons.map(({ el }) => el));
    }
    for (const [k, { text, detail }] of ways.entries()) {
      const shown = this.buttons[k];
      if (!shown) continue;
      say(shown.text, text);
      if (shown.detail) say(shown.detail, detail);
      else put(shown.el, "title", detail);
      shown.el.disabled = this.view.local.disconnected;
    }
    return other;
  }

  focus(): void {
    this.buttons[0]?.el.focus({ preventScroll: true });
  }

  private button(id: string) {
    const text = this.style ? h("span", {}) : h("b", {});
    const detail = this.style ? null : h("span", {});
    const onclick = (): void => this.choose(id);
    const el = h("button", { type: "button", class: this.style, onclick }, text, detail);
    return { el, text, detail };
  }

  private choose(way: string): void {
    const { view } = this;
    if (this.chosenIn === view.state.revision) return;
    this.chosenIn = view.state.revision;
    view.send({ type: "way_out", way });
    view.focusPlot();
  }
}
