/** Plays steps one after the other. */

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
