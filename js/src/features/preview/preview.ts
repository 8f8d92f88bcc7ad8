/** The effects of the answers to the open question, and the question expected after an answer. */

import type {
  Answer,
  AnswerKind,
  Message,
  Next,
  NextCards,
  PairPreview,
  Reply,
  State,
} from "../../contract";
import { askedOf, questionKey, type View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { Outlines } from "../../plot/overlays/target_outlines";
import { Effects } from "./answer_effects";
import { PlacementPreviews } from "./placement_preview";
import { type AnswerEffect, effectOf, Preview } from "./pointed_answer";

/** The question that follows an answer which the kernel has not confirmed, and the answer to that one. */
interface Expected {
  readonly answered: string;
  readonly key: string;
  readonly asked: Asked;
  answer: Late | null;
}

/** The open question, of whichever shape. */
type Asked = Pick<State, "question" | "placement" | "sorting">;

type Late = readonly [Answer, Message];

const NONE: Asked = { question: null, placement: null, sorting: null };

export class Previews {
  private about: string | null = null;
  private readonly effectByAnswer = new Map<AnswerKind, AnswerEffect>();
  private readonly next = new Map<string, Asked>();
  private readonly effects: Effects;
  private expected: Expected | null = null;
  /** An answer given before the kernel asked its question. */
  private late: Late | null = null;
  private readonly preview: Preview<AnswerKind>;
  private readonly placed: PlacementPreviews;
  private readonly piled: PilePreview;

  constructor(
    private readonly view: View,
    page: Pick<PageSlots, "asked" | "overlay">,
  ) {
    this.preview = new Preview<AnswerKind>(view, (kind) => this.effectByAnswer.get(kind));
    this.effects = new Effects(page.asked.el, (kind) => this.preview.want(kind ?? undefined));
    page.overlay.add(new Outlines(() => this.preview.drawn));
    this.placed = new PlacementPreviews(view, page);
    this.piled = new PilePreview(view);
    view.previews = this;
    if (askedOf(view.state)) view.send({ type: "preview" });
  }

  receive(message: Reply, buffers: readonly DataView[]): void {
    this.placed.receive(message, buffers);
    if (message.type === "next") {
      if (this.isAbout(keyOf(message)))
        this.next.set(nameOf(message.kind), { ...NONE, question: message.question });
    } else if (message.type === "next_cards") this.follow(message);
    else if (message.type === "pair_preview" && this.isAbout(keyOf(message)))
      this.learn(message, buffers);
  }

  /** A new state, with the expected question until the kernel confirms it. */
  over(state: State): State {
    const { expected } = this;
    if (!expected) return state;
    const key = questionKey(state);
    const stopped = state.error || state.conflict || state.ended;
    const underway = key === expected.answered || (key === null && (state.asking || state.fit));
    if (!stopped && underway) return { ...state, ...expected.asked };
    this.expected = null;
    if (key === expected.key) this.late = expected.answer;
    return state;
  }

  sync(): void {
    this.placed.sync();
    const { state, local } = this.view;
    this.turnTo(local.disconnected ? null : questionKey(state));
    this.effects.paint((kind) => this.effectByAnswer.get(kind)?.effect ?? "");
    const { late } = this;
    this.late = null;
    if (late && askedOf(state)) this.give(...late);
  }

  /** Send an answer, and show the next question at once if it is known. */
  give(answer: Answer, message: Message): void {
    const { view, expected } = this;
    const key = questionKey(view.state);
    if (key === null) return;
    if (expected && key === expected.key) {
      expected.answer = [answer, message];
      return;
    }
    this.preview.want(undefined);
    const asked = this.about === key ? this.next.get(nameOf(answer)) : undefined;
    view.send(message);
    if (!asked) return;
    const after = { ...view.state, ...asked };
    this.expected = { answered: key, key: questionKey(after) ?? "", asked, answer: null };
    view.state = after;
    view.set({ answered: null });
  }

  sorted(number: number, piles: number[][] | null): void {
    this.piled.stand(number, piles);
  }

  /** Something else is done: discard the waiting answer. */
  forget(): void {
    if (!this.expected?.answer) return;
    this.expected.answer = null;
    this.view.local.answered = null;
  }

  press(event: KeyboardEvent): boolean {
    return this.preview.press(event) || this.placed.press(event);
  }

  private learn(message: PairPreview, buffers: readonly DataView[]): void {
    const { kind } = message;
    this.next.delete(nameOf(kind));
    this.effectByAnswer.set(kind, effectOf(message, buffers, [message.i, message.j]));
    this.preview.learned(kind);
    this.effects.paint((each) => this.effectByAnswer.get(each)?.effect ?? "");
  }

  private follow({ number, rows, answer, placement, sorting }: NextCards): void {
    if (this.isAbout(keyed(number, rows)))
      this.next.set(nameOf(answer), { ...NONE, placement, sorting });
  }

  /** Whether a message answers the open question. */
  private isAbout(key: string): boolean {
    if (key !== questionKey(this.view.state)) return false;
    this.turnTo(key);
    return true;
  }

  private turnTo(key: string | null): void {
    if (key === this.about) return;
    this.about = key;
    this.effectByAnswer.clear();
    this.next.clear();
    this.preview.want(undefined);
  }
}

const keyOf = ({ number, i, j }: PairPreview | Next): string => keyed(number, [i, j]);

const keyed = (number: number, rows: readonly number[]): string => `${number}: ${rows.join(", ")}`;

const nameOf = (answer: Answer): string => JSON.stringify(answer);

/** A series of moved cards sends one request, after the last. */
const PAUSE = 80;

export class PilePreview {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: View) {}

  stand(number: number, piles: number[][] | null): void {
    clearTimeout(this.timer);
    if (!piles) return;
    const ask = (): void => {
      if (this.view.state.sorting?.number === number && !this.view.local.answered)
        this.view.send({ type: "preview_sorting", number, piles });
    };
    this.timer = setTimeout(ask, PAUSE);
  }
}

export const preview = (view: View, page: PageSlots): Previews => new Previews(view, page);
