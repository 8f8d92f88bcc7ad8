/** The buttons of the remedies; their texts stay up to date while they are shown. */

import type { Problem } from "../../contract";
import { h, pushButton, put, setText } from "../../core/dom";
import type { View } from "../../core/view_state";

/** One button per remedy, made anew only when the remedies change, so that the focus stays. */
export class RemedyButtons {
  private readonly buttons: { el: HTMLButtonElement; text: Element; detail: Element | null }[] = [];
  private actions = "";
  /** The state in which a remedy was chosen: a second click does nothing. */
  private chosenIn = -1;

  /** Buttons with a `style` are small and have no details. */
  constructor(
    private readonly view: View,
    readonly el: HTMLElement,
    private readonly style: string | null = null,
  ) {}

  /** Whether the remedies have changed. */
  paint(remedies: Problem["remedies"]): boolean {
    const actions = JSON.stringify(remedies.map(({ id }) => id));
    const other = actions !== this.actions;
    if (other) {
      this.actions = actions;
      this.buttons.splice(0, Infinity, ...remedies.map(({ id }) => this.button(id)));
      this.el.replaceChildren(...this.buttons.map(({ el }) => el));
    }
    for (const [k, { text, detail }] of remedies.entries()) {
      const shown = this.buttons[k];
      if (!shown) continue;
      setText(shown.text, text);
      if (shown.detail) setText(shown.detail, detail);
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
    const el = pushButton({ class: this.style, onclick }, text, detail);
    return { el, text, detail };
  }

  private choose(remedy: string): void {
    const { view } = this;
    if (this.chosenIn === view.state.revision) return;
    this.chosenIn = view.state.revision;
    view.send({ type: "remedy", remedy });
    view.focusPlot();
  }
}
