/** Shows the preview of an answer after the pointer has rested on it. */

import type { PairPreview, PlacementPreview } from "../../contract";
import type { Planned, View } from "../../core/view_state";
import type { AnswerEffect } from "./moved_outlines";

/** A pointer that only passes previews nothing. */
const PAUSE = 80;

export class Preview<Answer> {
  private wanted: Answer | undefined;
  private isShown = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `lookUp` gives the known effect of an answer; `ask` requests one that is not known. */
  constructor(
    private readonly view: View,
    private readonly lookUp: (answer: Answer) => AnswerEffect | undefined,
    private readonly ask: (answer: Answer) => void = () => undefined,
  ) {}

  get drawn(): AnswerEffect | null {
    const { planned, disconnected } = this.view.local;
    const { wanted } = this;
    const shows = wanted !== undefined && this.isShown && planned?.kept && !disconnected;
    return shows ? (this.lookUp(wanted) ?? null) : null;
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

  /** More is known about an answer. */
  learned(answer: Answer): void {
    if (answer === this.wanted && !this.timer) this.show(answer);
  }

  press({ key }: KeyboardEvent): boolean {
    if (key !== "Escape" || !this.isShown) return false;
    this.want(undefined);
    return true;
  }

  private show(answer: Answer | undefined): void {
    const effect =
      answer === undefined || this.view.state.conflict ? undefined : this.lookUp(answer);
    if (!effect?.effect) {
      if (this.isShown) this.view.set({ planned: null, message: null });
      this.isShown = false;
      return;
    }
    this.isShown = true;
    const { note, moves, status, rows, asked } = effect;
    const kept = rows.length ? [...rows, ...asked] : undefined;
    this.view.set({ planned: { ...plan(), note, moves, kept }, message: status || null });
  }
}

/** The effect of an answer as the kernel sent it, with its rows. */
export function effectOf(
  { effect, note, moves, status }: PairPreview | PlacementPreview,
  [rows, clusters]: readonly DataView[],
  asked: readonly number[],
): AnswerEffect {
  const numbers = {
    rows: new Uint32Array(copied(rows)),
    clusters: new Uint16Array(copied(clusters)),
  };
  return { effect, note, moves, status, asked, ...numbers };
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
