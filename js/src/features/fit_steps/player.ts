/** The timer of the playback, and its keys. */

import { focusOf } from "../../core/dom";

const PACE = 1100;

export class Play {
  private timer: ReturnType<typeof setTimeout> | undefined;
  speed = 1;

  constructor(
    private readonly next: () => boolean,
    signal: AbortSignal,
  ) {
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  get isOn(): boolean {
    return this.timer !== undefined;
  }

  start(): void {
    this.stop();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.next()) this.start();
    }, PACE / this.speed);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

export type StepKey = "play" | "first" | "last" | "on" | "back";

const KEYS = new Map<string, StepKey>([
  [" ", "play"],
  ["Home", "first"],
  ["End", "last"],
  ["ArrowRight", "on"],
  ["ArrowLeft", "back"],
]);
/** Fields, radio buttons, menus and dialogs have these keys for themselves. */
const THEIRS = "input:not([type=range]),select,textarea,[role=menu],[role=dialog]";

export function keyOf(key: string, root: Element, play: Element): StepKey | null {
  const active = focusOf(root);
  const inside = active && root.contains(active) ? active : null;
  if (inside?.closest(THEIRS)) return null;
  // a button is pressed by the space bar
  if (key === " " && inside?.closest("button,a") && inside !== play) return null;
  return KEYS.get(key) ?? null;
}
