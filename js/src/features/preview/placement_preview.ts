/** The preview of each answer to a placement question. */

import type { Placement, Reply } from "../../contract";
import type { View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { Outlines } from "../../plot/overlays/target_outlines";
import { type AnswerEffect, effectOf, Preview } from "./pointed_answer";

type Choice = number | "unknown" | null;

const EVENTS = ["focusin", "focusout", "pointerover", "pointerout"];

export class PlacementPreviews {
  private readonly effectByAnswer = new Map<Choice, AnswerEffect>();
  private readonly preview: Preview<Choice>;
  private about: string | null = null;
  private pointed: Choice | undefined;

  constructor(
    private readonly view: View,
    { asked, overlay }: Pick<PageSlots, "asked" | "overlay">,
  ) {
    const known = (choice: Choice): AnswerEffect | undefined => this.effectByAnswer.get(choice);
    this.preview = new Preview<Choice>(view, known, (choice) => this.ask(choice));
    overlay.add(new Outlines(() => this.preview.drawn));
    const look = (): void => queueMicrotask(() => this.look(asked.el));
    for (const name of EVENTS) asked.el.addEventListener(name, look, { signal: view.signal });
  }

  receive(message: Reply, buffers: readonly DataView[]): void {
    const { placement } = this.view.state;
    if (message.type !== "placement_preview" || !placement) return;
    if (!this.about || keyOf(placement) !== `${message.number}: ${message.point}`) return;
    const choice = message.choice as Choice;
    this.effectByAnswer.set(choice, effectOf(message, buffers, [message.point]));
    this.preview.learned(choice);
  }

  sync(): void {
    const { state, local } = this.view;
    const { placement, conflict, fit } = state;
    const isOpen = placement && !local.disconnected && !conflict && !fit && !local.answered;
    this.turnTo(isOpen ? `${keyOf(placement)} ${state.history.at}` : null);
  }

  press(event: KeyboardEvent): boolean {
    return this.preview.press(event);
  }

  private look(question: Element): void {
    const { placement } = this.view.state;
    const button = question.querySelector(
      ".ssc-place button:is(:hover,:focus-visible)[aria-keyshortcuts]",
    );
    const now = placement && button ? choiceOf(button, placement) : undefined;
    if (now === this.pointed) return;
    this.pointed = now;
    this.preview.want(now);
  }

  private ask(choice: Choice): void {
    const { placement } = this.view.state;
    if (!placement || this.effectByAnswer.has(choice)) return;
    const { number, point } = placement;
    this.view.send({ type: "preview_placement", number, point: point.i, choice });
  }

  private turnTo(key: string | null): void {
    if (key === this.about) return;
    this.about = key;
    this.effectByAnswer.clear();
    this.pointed = undefined;
    this.preview.want(undefined);
  }
}

function choiceOf(button: Element, { cards }: Placement): Choice | undefined {
  const key = button.getAttribute("aria-keyshortcuts");
  if (key === "0") return null;
  return key === "S" ? "unknown" : cards[Number(key) - 1]?.face.i;
}

const keyOf = ({ number, point }: Placement): string => `${number}: ${point.i}`;
