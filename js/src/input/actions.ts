/** Does what a key (see `keys.ts`), a click or a button asks for in the state of the view. */

import type { Answer, AnswerKind, Kind, Message } from "../contract";
import { clipped, focusOf } from "../core/dom";
import type { Dots } from "../core/dots";
import { combined, type Direction, neighbour } from "../core/geometry";
import type { KeyHandler } from "../core/lazy_bundle";
import { arm, IDLE, pick, type Step, speaksOfPicks } from "../core/linking";
import { isBlocked, nameOf, questionKey, unfitted, type View } from "../core/view_state";
import { pressEscape } from "./escape";
import { type Action, actionOf } from "./keys";
import * as words from "./text";

export interface Parts {
  keyHandlers: KeyHandler[];
  menu: { readonly isOpen: boolean; expect(): void };
  lasso(): { readonly isDrawing: boolean; cancel(): void } | null;
  help(): void;
  full(): void;
  find(): void;
  /** Give the open question the focus, if there is one. */
  focusQuestion(): void;
  /** The keyboard's cursor has come to a point. */
  arrived(index: number): void;
}

/** Actions that change nothing, allowed while the past is shown. */
const LOOKING = new Set<Action>(["cancel", "help", "full", "side", "find", "pick"]);

const NATIVE = "button,select,input,a";

export class Actions {
  constructor(
    private readonly view: View,
    private readonly parts: Parts,
  ) {}

  press(event: KeyboardEvent): boolean {
    const { view, parts } = this;
    const action = actionOf(event, view.state.keys);
    const lasso = parts.lasso();
    if (action === "cancel" && lasso?.isDrawing) {
      lasso.cancel();
      return true;
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && parts.keyHandlers.some((taker) => taker.press(event))) return true;
    if (!action) return false;
    const active = focusOf(view.root);
    if (event.repeat && !isArrow(action) && view.root.contains(active)) return true;
    if (isMove(action) && view.root.contains(active) && active?.closest(NATIVE)) return false;
    if (active?.closest("[role=dialog]") && view.root.contains(active) && action !== "cancel")
      return false;
    if (isBlocked(view) && action !== "help" && action !== "full") return true;
    if (view.local.past && !(LOOKING.has(action) || isArrow(action))) return true;
    this.run(action);
    return true;
  }

  private run(action: Action): void {
    const { view, parts } = this;
    if (action === "undo" && parts.keyHandlers.some((taker) => taker.takeBack?.())) return;
    switch (action) {
      case "must":
      case "cannot":
      case "unknown":
        return this.say(action);
      case "next":
        return this.suggest();
      case "lasso":
        return view.set({ mode: view.local.mode === "lasso" ? "inspect" : "lasso", linking: IDLE });
      case "find":
        return this.parts.find();
      case "help":
        return this.parts.help();
      case "full":
        return this.parts.full();
      case "side":
        return view.set({ sideHidden: !view.local.sideHidden });
      case "undo":
      case "redo":
        return view.send({ type: action });
      case "cancel":
        return pressEscape(this.view, () => this.parts.full());
      case "pick":
        return this.pickCursor();
      default:
        return this.move(action);
    }
  }

  suggest(): void {
    this.view.local.openPanel = null;
    this.parts.focusQuestion();
    this.view.set({ awaiting: "asked" });
    this.view.send({ type: "suggest" });
  }

  /** Choose the point at the keyboard's cursor, as Enter does. */
  enter(): void {
    if (!isBlocked(this.view)) this.pickCursor();
  }

  /** Two points were joined by a drag: a must-link, unless another kind was chosen by key. */
  join(i: number, j: number): void {
    const { kind } = this.view.local.linking;
    this.follow({ linking: IDLE, made: { i, j, kind: kind ?? "must" } });
  }

  answer(kind: AnswerKind): void {
    const { question } = this.view.state;
    if (!question) return;
    const { number, i, j } = question;
    once(this.view, kind, { type: "answer", kind, number, i, j });
  }

  /** M, C or S: about the lasso's points, the picked points, or the question, in this order. */
  private say(kind: AnswerKind): void {
    const { view } = this;
    const { lasso, question } = view.state;
    if (kind !== "unknown" && lasso?.count && this.parts.menu.isOpen)
      return this.group(kind, lasso);
    if (kind !== "unknown" && speaksOfPicks(view.local.linking, questionKey(view.state))) {
      return this.follow(arm(view.local.linking, kind));
    }
    if (question && !unfitted(view)) return this.answer(kind);
    const { next } = view.state.keys;
    view.announce(kind === "unknown" ? words.noQuestion(next.toUpperCase()) : words.PICK_FIRST);
  }

  private group(
    kind: Kind,
    { indices, group }: { indices: number[]; group: number[] | null },
  ): void {
    const { view } = this;
    if (group) {
      if (kind === "cannot") view.send({ type: "group", action: "cannot", indices });
    } else view.send({ type: "group", action: kind === "must" ? "must" : "cannot_first" });
    view.focusPlot();
  }

  /** A point was clicked, or chosen with Enter. */
  pick(index: number, again: boolean): void {
    const { view } = this;
    const { mode, linking, past } = view.local;
    if (past) return view.set({ cursor: index, message: () => this.picked(index) });
    if (mode === "lasso") return this.toggle(index);
    const step = pick(linking, mode, index, again, questionKey(view.state));
    this.follow(step);
    if (!step.made) view.announce(() => this.picked(index));
  }

  select(indices: number[], manually: boolean): void {
    const { view } = this;
    if (manually && indices.length) this.parts.menu.expect();
    if (indices.length) view.send({ type: "select", indices });
    else if (view.state.lasso?.count) view.send({ type: "group", action: "cancel" });
    else view.set({ outlines: [], message: words.NONE_INSIDE });
  }

  /** A click on the empty plot drops the picks, but not a link with a kind. */
  missed(): void {
    const { view } = this;
    if (view.local.linking.kind === null) view.set({ linking: IDLE, message: null });
  }

  private toggle(index: number): void {
    const before = this.view.state.lasso?.indices ?? [];
    this.select(combined(before, [index], before.includes(index) ? "remove" : "add"), false);
  }

  private follow({ linking, made }: Step): void {
    this.view.set({ linking, message: null });
    if (made) this.view.send({ type: "link", ...made });
  }

  private picked(index: number): string {
    const { state, dots } = this.view;
    const cluster = state.clusters.find(({ id }) => id === dots?.cluster(index));
    return words.pickedPoint(clipped(nameOf(this.view, index), 80), cluster?.name);
  }

  goTo(index: number): void {
    this.view.set({ cursor: index });
    this.view.stage.reveal([index]);
    this.parts.arrived(index);
  }

  private pickCursor(): void {
    const { cursor, linking } = this.view.local;
    if (cursor === null) return this.move("right");
    this.pick(cursor, linking.first === cursor);
  }

  private move(direction: Direction): void {
    const { view } = this;
    const { dots, local } = view;
    if (!dots?.ready) return;
    const next =
      local.cursor === null
        ? this.start()
        : neighbour(dots.points, dots.at(local.cursor), direction);
    if (next === null) return;
    this.goTo(next);
  }

  /** The first position of the keyboard's cursor: the last pick, the question, else the middle of the plot. */
  private start(): number | null {
    const { local, state, dots } = this.view;
    const { first, second } = local.linking;
    const known = second ?? first ?? state.question?.i ?? state.placement?.point.i ?? local.card;
    if (known !== undefined && known !== null) return known;
    return dots && central(dots);
  }
}

/** The point nearest to the middle of those in view; of equals the first. */
function central(dots: Dots): number | null {
  const seen: number[] = [];
  for (let i = 0; i < dots.n; i++) if (dots.shows(i)) seen.push(i);
  let [x, y] = [0, 0];
  for (const i of seen) {
    x += dots.at(i)[0] / seen.length;
    y += dots.at(i)[1] / seen.length;
  }
  let [best, lowest]: [number | null, number] = [null, Infinity];
  for (const i of seen) {
    const far = Math.hypot(dots.at(i)[0] - x, dots.at(i)[1] - y);
    if (far < lowest - 0.5) [best, lowest] = [i, far];
  }
  return best;
}

const isArrow = (action: Action): boolean => ["left", "right", "up", "down"].includes(action);
const isMove = (action: Action): boolean => action === "pick" || isArrow(action);

/** Send an answer unless one is on its way; the next question may take the focus. */
export function once(view: View, answer: Answer, message: Message): void {
  const key = questionKey(view.state);
  if (key === null || view.local.answered === key || view.local.disconnected) return;
  view.set({ awaiting: "follows", answered: key });
  if (view.previews) view.previews.give(answer, message);
  else view.send(message);
}
