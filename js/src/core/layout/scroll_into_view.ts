/** Scrolls what has opened into view, unless the pointer is down or the person works elsewhere. */

export class Reveal {
  private down = false;
  private byPointer = false;
  private waiting: Element | null = null;

  constructor(signal: AbortSignal) {
    const options = { capture: true, passive: true, signal };
    const heard = (names: string[], act: () => void): void => {
      for (const name of names) window.addEventListener(name, act, options);
    };
    heard(["pointerdown"], () => {
      this.down = this.byPointer = true;
    });
    heard(["pointerup", "pointercancel"], () => this.up());
    heard(["keydown"], () => {
      this.byPointer = false;
    });
  }

  /** `asked` false: never scroll for someone who works with the pointer. */
  show(element: Element, asked = true): void {
    if (!asked && this.byPointer) return;
    if (this.down) this.waiting = element;
    else scroll(element);
  }

  private up(): void {
    this.down = false;
    const element = this.waiting;
    this.waiting = null;
    if (element?.isConnected) scroll(element);
  }
}

function scroll(element: Element): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView?.({
    block: "nearest",
    inline: "nearest",
    behavior: still ? "auto" : "smooth",
  });
}
