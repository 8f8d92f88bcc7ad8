/** The piles of a sorting as they stand: what they lead to is asked for once they rest. */

import type { View } from "../../core/view_state";

/** Cards that are put down one after another ask once, after the last. */
const PAUSE = 80;

export class Piled {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: View) {}

  stand(number: number, piles: number[][] | null): void {
    clearTimeout(this.timer);
    if (!piles) return;
    const ask = (): void => {
      if (this.view.state.sorting?.number === number && !this.view.local.answered)
        this.view.send({ type: "foresee_sort", number, piles });
    };
    this.timer = setTimeout(ask, PAUSE);
  }
}
