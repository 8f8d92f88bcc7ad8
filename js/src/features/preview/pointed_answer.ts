/** What an answer that is pointed at would move, on the plot and in words: after a short rest, until it is left. */

import type { Foreseen, ForeseenPlace } from "../../contract";
import type { Planned, View } from "../../core/view_state";
import type { Told } from "./moved_outlines";

/** A pointer that only passes previews nothing. */
const PAUSE = 80;

export class Preview<Answer> {
  private wanted: Answer | undefined;
  private isShown = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `told` is what is known of an answer; `ask` is called with one that was pointed at for a while. */
  constructor(
    private readonly view: View,
    private readonly told: (answer: Answer) => Told | undefined,
    private readonly ask: (answer: Answer) => void = () => undefined,
  ) {}

  /** What is drawn. */
  get drawn(): Told | null {
    const { planned, disconnected } = this.view.local;
    const { wanted } = this;
    const shows = wanted !== undefined && this.isShown && planned?.kept && !disconnected;
    return shows ? (this.told(wanted) ?? null) : null;
  }

  /** An answer is pointed at; `undefined` if none is. */
  want(answer: Answer | undefined): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.wanted = answer;
    this.show(undefined);
    if (answer === undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.ask(answer);
      this.show(answer);
    }, PAUSE);
  }

  /** More is known of an answer. */
  learned(answer: Answer): void {
    if (answer === this.wanted && !this.timer) this.show(answer);
  }

  /** Escape ends a preview before anything else. */
  press({ key }: KeyboardEvent): boolean {
    if (key !== "Escape" || !this.isShown) return false;
    this.want(undefined);
    return true;
  }

  private show(answer: Answer | undefined): void {
    const told = answer === undefined || this.view.state.conflict ? undefined : this.told(answer);
    if (!told?.effect) {
      if (this.isShown) this.view.set({ planned: null, said: null });
      this.isShown = false;
      return;
    }
    this.isShown = true;
    const { note, ways, status, rows, asked } = told;
    const kept = rows.length ? [...rows, ...asked] : undefined;
    this.view.set({ planned: { ...plan(), note, ways, kept }, said: status || null });
  }
}

/** What the kernel has said of an answer, with its rows. */
export function toldOf(
  { effect, note, ways, status }: Foreseen | ForeseenPlace,
  [rows, clusters]: readonly DataView[],
  asked: readonly number[],
): Told {
  const numbers = {
    rows: new Uint32Array(copied(rows)),
    clusters: new Uint16Array(copied(clusters)),
  };
  return { effect, note, ways, status, asked, ...numbers };
}

/** A plan without links. */
const plan = (): Planned => ({
  ...{ type: "plan", id: -1, other: null, into: null, note: ["", ""], status: "" },
  ...{ links: [], parts: [], lit: [] },
});

/** Bytes of a message may begin anywhere, numbers of several bytes may not. */
const copied = (bytes: DataView | undefined): ArrayBuffer => {
  const { buffer, byteOffset = 0, byteLength = 0 } = bytes ?? {};
  return buffer ? (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength) : EMPTY;
};
const EMPTY = new ArrayBuffer(0);
