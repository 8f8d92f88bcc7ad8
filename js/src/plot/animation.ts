/** The animation of the plot: at most one drawing per frame, and a last one at rest. */

/** Milliseconds without a step after which the plot is at rest. */
const REST = 140;

export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Motion {
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private step: ((share: number) => void) | null = null;
  private began = 0;
  private lasts = 0;

  /** `draw` is called with whether the plot still moves. */
  constructor(
    private readonly draw: (moving: boolean) => void,
    signal: AbortSignal,
  ) {
    signal.addEventListener("abort", () => this.stop());
  }

  get isMoving(): boolean {
    return this.timer !== undefined || this.step !== null;
  }

  /** The person moved something: draw in the next frame, and in full at rest. */
  touched(): void {
    this.step = null;
    this.rest();
    this.request();
  }

  /** Animate: `step` is called with shares from 0 to 1, eased out, in each frame. */
  glide(lasts: number, step: (share: number) => void): void {
    this.stop();
    if (isStill()) {
      step(1);
      this.draw(false);
      return;
    }
    this.step = step;
    this.began = performance.now();
    this.lasts = lasts;
    this.request();
  }

  again(): void {
    this.request();
  }

  now(): void {
    if (!this.frame || this.isMoving) return;
    this.stop();
    this.draw(false);
  }

  private request(): void {
    this.frame ||= requestAnimationFrame(() => this.tick(performance.now()));
  }

  private tick(now: number): void {
    this.frame = 0;
    const { step } = this;
    if (step) {
      const share = Math.min(1, Math.max(0, (now - this.began) / this.lasts));
      step(1 - (1 - share) ** 3);
      if (share < 1) this.request();
      else this.step = null;
      if (share >= 1) return this.draw(false);
    }
    this.draw(this.isMoving);
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      cancelAnimationFrame(this.frame);
      this.frame = 0;
      this.draw(false);
    }, REST);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.step = null;
  }
}
