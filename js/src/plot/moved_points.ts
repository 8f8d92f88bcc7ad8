/** Shows and fades the rings around points that the last fit moved. */

import type { View } from "../core/view_state";

const SHOWN = 1600;
const FADE = 250;

export class Moved {
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly view: View) {
    view.signal.addEventListener("abort", () => this.stop());
  }

  /** New labels. Without motion the rings stay until the next action. */
  fitted(): void {
    this.stop();
    const { local, state } = this.view;
    local.movedShown = state.moved.length > 0;
    local.movedFading = false;
    if (!local.movedShown || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.timers = [
      setTimeout(() => this.view.set({ movedFading: true }), SHOWN),
      setTimeout(() => this.view.set({ movedShown: false, movedFading: false }), SHOWN + FADE),
    ];
  }

  /** The person acted: earlier moves are no longer news, and a waiting answer is dropped. */
  actedOn(): void {
    this.view.previews?.forget();
    if (!this.timers.length) this.view.local.movedShown = false;
  }

  private stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}
