/** Shows the preview of an answer after the pointer has rested on it. */

import type { PairPreview, PlacementPreview } from "../../contract";
import type { View } from "../../core/view_state";
import { type Moves, movesOf, plan } from "../../plot/overlays/target_outlines";

/** What one answer would do: in words, and the rows that it would move. */
export interface AnswerEffect extends Moves {
  readonly effect: string;
  readonly note: [string, string];
  readonly moves: readonly (readonly [number, number])[];
  readonly status: string;
  /** The rows that the question is about. */
  readonly asked: readonly number[];
}

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
  buffers: readonly DataView[],
  asked: readonly number[],
): AnswerEffect {
  return { effect, note, moves, status, asked, ...movesOf(buffers) };
}
