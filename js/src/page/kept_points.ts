/** Points that stay bright while a panel of the side is open, and the others are pale. */

import type { View } from "../core/view_state";

export class KeptPoints {
  private own: readonly number[] | null = null;

  constructor(private readonly view: View) {}

  /** Keep these bright; `null` leaves those of another panel as they are. */
  keep(rows: readonly number[] | null): void {
    const { own, view } = this;
    if (rows === own) return;
    this.own = rows;
    if (rows || view.local.kept === own) view.set({ kept: rows });
  }
}
