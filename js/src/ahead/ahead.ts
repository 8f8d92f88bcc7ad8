/**
 * What the answers to the open question would change, as far as the kernel has said; and the question
 * after it, which is there in the frame in which an answer is given.
 */

import type { AnswerKind, Foreseen, Next, Question, Reply, State } from "../contract";
import type { Frame } from "../parts/frame";
import { questionKey, type View } from "../view";
import { Effects } from "./effects";
import { Outlines, type Told } from "./outlines";
import { Placed } from "./placed";
import { Preview, toldOf } from "./preview";

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
  private readonly preview: Preview<AnswerKind>;
  private readonly placed: Placed;

  constructor(
    private readonly view: View,
    frame: Pick<Frame, "asked" | "overlay">,
  ) {
    this.preview = new Preview<AnswerKind>(view, (kind) => this.told.get(kind));
    this.effects = new Effects(frame.asked.el, (kind) => this.preview.want(kind ?? undefined));
    frame.overlay.add(new Outlines(() => this.preview.drawn));
    this.placed = new Placed(view, frame);
    view.ahead = this;
    if (view.state.question) view.send({ type: "foresee" });
  }

  // ------------------------------------------------------------------ from the kernel

  receive(message: Reply, buffers: readonly DataView[]): void {
    this.placed.receive(message, buffers);
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
    this.placed.sync();
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
    this.preview.want(undefined);
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

  press(event: KeyboardEvent): boolean {
    return this.preview.press(event) || this.placed.press(event);
  }

  private learn(message: Foreseen, buffers: readonly DataView[]): void {
    const { kind } = message;
    this.next.delete(kind);
    this.told.set(kind, toldOf(message, buffers, [message.i, message.j]));
    this.preview.learned(kind);
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
    this.preview.want(undefined);
  }
}

const keyOf = ({ number, i, j }: Pick<Question, "number" | "i" | "j">): string =>
  `${number}: ${i}, ${j}`;
