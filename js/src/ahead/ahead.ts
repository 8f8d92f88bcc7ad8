/**
 * What the answers to the open question would change, as far as the kernel has said; and the question
 * after it, which is there in the frame in which an answer is given.
 */

import type { AnswerKind, Foreseen, Next, Question, Reply, State } from "../contract";
import type { Frame } from "../parts/frame";
import { type Planned, questionKey, type View } from "../view";
import { Effects } from "./effects";
import { Outlines, type Told } from "./outlines";

/** A pointer that only passes previews nothing. */
const PAUSE = 80;

/** The question that follows an answer which the kernel has not confirmed, and the answer to that one. */
interface Expected {
  readonly answered: string;
  readonly card: Question;
  answer: AnswerKind | null;
}

export class Ahead {
  private about: string | null = null;
  private readonly told = new Map<AnswerKind, Told>();
  private readonly next = new Map<AnswerKind, Question>();
  private readonly effects: Effects;
  private expected: Expected | null = null;
  /** An answer to a question that the kernel had not asked when it was given, and has asked now. */
  private late: AnswerKind | null = null;
  private wanted: AnswerKind | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: View,
    { asked, overlay }: Pick<Frame, "asked" | "overlay">,
  ) {
    this.effects = new Effects(asked.el, (kind) => this.want(kind));
    overlay.add(new Outlines(() => this.drawn()));
    view.ahead = this;
    if (view.state.question) view.send({ type: "foresee" });
  }

  // ------------------------------------------------------------------ from the kernel

  receive(message: Reply, buffers: readonly DataView[]): void {
    if (message.type === "next") {
      if (this.isAbout(message)) this.next.set(message.kind, message.question);
    } else if (message.type === "foreseen" && this.isAbout(message)) this.learn(message, buffers);
  }

  /** A new state, with the expected question in it as long as the kernel is on its way there. */
  over(state: State): State {
    const { expected } = this;
    if (!expected) return state;
    const key = questionKey(state);
    const stopped = state.error || state.conflict || state.ended;
    const underway = key === expected.answered || (key === null && (state.asking || state.fit));
    if (!stopped && underway) return { ...state, question: expected.card };
    this.expected = null;
    if (key === keyOf(expected.card)) this.late = expected.answer;
    return state;
  }

  sync(): void {
    const { state, local } = this.view;
    this.turnTo(local.disconnected ? null : questionKey(state));
    this.effects.paint((kind) => this.told.get(kind)?.effect ?? "");
    const { late } = this;
    this.late = null;
    if (late && state.question) this.give(late, state.question);
  }

  // ------------------------------------------------------------------ answers

  /** Send an answer, and show the next question at once if it is known. */
  give(kind: AnswerKind, question: Question): void {
    const { view, expected } = this;
    const { number, i, j } = question;
    const key = keyOf(question);
    if (expected && key === keyOf(expected.card)) {
      expected.answer = kind;
      return;
    }
    this.want(null);
    const card = this.about === key ? this.next.get(kind) : undefined;
    view.send({ type: "answer", kind, number, i, j });
    if (!card) return;
    this.expected = { answered: key, card, answer: null };
    view.state = { ...view.state, question: card };
    view.set({ answered: null });
  }

  /** Something else is done: an answer that waits is no longer meant. */
  forget(): void {
    if (!this.expected?.answer) return;
    this.expected.answer = null;
    this.view.local.answered = null;
  }

  // ------------------------------------------------------------------ previews

  /** What is previewed on the plot. */
  private drawn(): Told | null {
    const { planned, disconnected } = this.view.local;
    const shows = this.wanted && this.isShown && planned?.kept && !disconnected;
    return shows ? (this.told.get(this.wanted as AnswerKind) ?? null) : null;
  }

  /** Escape ends a preview before anything else. */
  press({ key }: KeyboardEvent): boolean {
    if (key !== "Escape" || !this.isShown) return false;
    this.want(null);
    return true;
  }

  private isShown = false;

  /** An answer is pointed at; null if none is. */
  private want(kind: AnswerKind | null): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.wanted = kind;
    this.show(null);
    if (!kind) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.show(kind);
    }, PAUSE);
  }

  private show(kind: AnswerKind | null): void {
    const told = kind && !this.view.state.conflict ? this.told.get(kind) : null;
    if (!told?.effect) {
      if (this.isShown) this.view.set({ planned: null, said: null });
      this.isShown = false;
      return;
    }
    this.isShown = true;
    const kept = told.rows.length ? [...told.rows, told.i, told.j] : undefined;
    const { note, ways, status } = told;
    this.view.set({ planned: { ...plan(), note, ways, kept }, said: status || null });
  }

  private learn(message: Foreseen, [rows, clusters]: readonly DataView[]): void {
    const { kind } = message;
    this.next.delete(kind);
    this.told.set(kind, {
      ...message,
      rows: new Uint32Array(copied(rows)),
      clusters: new Uint16Array(copied(clusters)),
    });
    if (kind === this.wanted && !this.timer) this.show(kind);
    this.effects.paint((each) => this.told.get(each)?.effect ?? "");
  }

  /** Whether a message is about the open question, which is then what all of this is about. */
  private isAbout(message: Foreseen | Next): boolean {
    const key = keyOf(message);
    if (key !== questionKey(this.view.state)) return false;
    this.turnTo(key);
    return true;
  }

  private turnTo(key: string | null): void {
    if (key === this.about) return;
    this.about = key;
    this.told.clear();
    this.next.clear();
    this.want(null);
  }
}

/** A plan without links. */
const plan = (): Planned => ({
  ...{ type: "plan", id: -1, other: null, into: null, note: ["", ""], status: "" },
  ...{ links: [], parts: [], lit: [] },
});

const keyOf = ({ number, i, j }: Pick<Question, "number" | "i" | "j">): string =>
  `${number}: ${i}, ${j}`;

/** Bytes of a message may begin anywhere, numbers of several bytes may not. */
const copied = (bytes: DataView | undefined): ArrayBuffer => {
  const { buffer, byteOffset = 0, byteLength = 0 } = bytes ?? {};
  return buffer ? (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength) : EMPTY;
};
const EMPTY = new ArrayBuffer(0);
