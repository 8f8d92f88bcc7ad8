/** The state of one view: the kernel's state, local state, and questions about both. */

import type {
  Answer,
  Face,
  Kind,
  Message,
  Moment,
  Placement,
  PlanReply,
  Problem,
  Question,
  Sorting,
  State,
} from "../contract";
import type { Dots, Fill, Labels, Scene } from "./dots";
import type { Point } from "./geometry";
import { IDLE, type Linking, type Mode } from "./linking";

export type DetailPanel =
  | { readonly kind: "cluster"; readonly id: number }
  | { readonly kind: "oracle_run" }
  | { readonly kind: "steps" }
  | { readonly kind: "compare" }
  /** The search, for a text if another part of the page gives one. */
  | { readonly kind: "search"; readonly text?: string }
  | { readonly kind: "nearest"; readonly point: number }
  | { readonly kind: "colour" | "noise" | "clusters" | "proposals" | "check" }
  | { readonly kind: "new_rows" | "left_out" | "helpers" }
  | { readonly kind: "review" | "settle" };

/** What the plot shows in place of the clustering: a step of its fit. */
export interface FitStepShown {
  readonly labels: Labels;
  readonly clusters: number;
  readonly sizes: readonly number[];
  readonly note: readonly [string, string];
  /** Answers that the step violates. */
  readonly pulls: ReadonlySet<number>;
}

/** The effect of the previewed edit: bright clusters or points, and the moves between clusters. */
export interface Planned extends PlanReply {
  readonly lit: readonly number[];
  readonly kept?: readonly number[] | undefined;
  readonly moves?: readonly (readonly [number, number])[];
}

/** The previews of answers; a lazy bundle provides them. */
export interface AnswerPreviews {
  over(state: State): State;
  give(answer: Answer, message: Message): void;
  /** The piles of a sorting question have changed; null while they give no answer. */
  sorted(number: number, piles: number[][] | null): void;
  forget(): void;
}

/** A step of the past, shown in place of the present one. */
export interface Past {
  readonly moment: Moment;
  readonly labels: Labels;
  /** Whether the points that differ from now, or from the step compared with, are marked. */
  readonly differs: boolean;
}

/** Known to this view alone and never sent: another view of the same widget has its own. */
export class Local {
  mode: Mode = "inspect";
  linking: Linking = IDLE;
  /** The point at the keyboard's cursor. */
  cursor: number | null = null;
  /** The answer whose pair is shown on the plot. */
  row: number | null = null;
  /** The step of a conflict's chain that is lit up. */
  step: number | null = null;
  /** Whether the focused menu item previews its links. */
  previewing = false;
  drawing = false;
  outlines: (readonly Point[])[] = [];
  /** How many of them belong to the first group, while a second one is drawn. */
  firstOutlines = 0;
  /** Whether the plot still shows which points the last fit moved. */
  movedShown = false;
  movedFading = false;
  /** Whether a wheel has just scrolled the page, not the plot. */
  wheeled = false;
  linksShown: "all" | "recent" | "none" = "recent";
  spread = false;
  /** Text of the status line in place of the kernel's, until that changes; a function is called anew. */
  message: string | (() => string) | null = null;
  disconnected = false;
  /** When this view received its last clustering. */
  fittedAt: Date | null = null;
  /** The answered question, until the kernel confirms it: a second answer is ignored. */
  answered: string | null = null;
  /** Whether the next question may take the focus: it was requested, or follows an answer. */
  awaiting: "asked" | "follows" | null = null;
  form = false;
  full = false;
  openPanel: DetailPanel | null = null;
  /** The strategy's uncertainty of every point; and what fills the points in place of that. */
  shade: Fill | null = null;
  fill: Fill | null = null;
  fitStep: FitStepShown | null = null;
  /** The cluster whose legend entry is pointed at. */
  highlighted: number | null = null;
  /** The effect of the edit under the pointer. */
  planned: Planned | null = null;
  large = false;
  sideHidden = false;
  /** The card of a sorting question that the next key applies to. */
  card: number | null = null;
  /** The links that an unfinished answer would add. */
  pendingLinks: readonly (readonly [number, number, Kind])[] = [];
  /** Whether a person has chosen the wide panel, or the narrow one. */
  wide: boolean | null = null;
  /** Whether the open card has texts or images, which need the wide panel. */
  reading = false;
  listed = false;
  /** The points that stay bright because the open panel is about them. */
  kept: readonly number[] | null = null;
  past: Past | null = null;
  width: Width = "wide";
  /** Whether the widget is narrower than its controls with their names. */
  slim = false;
  /** Whether code is missing and the kernel that had it is gone. */
  lacking = false;
}

const UNKNOWN = "…";

export type Width = "wide" | "medium" | "narrow";

export interface View {
  readonly root: HTMLElement;
  readonly local: Local;
  readonly signal: AbortSignal;
  state: State;
  /** The camera and its moves. */
  readonly stage: Scene;
  readonly dots: Dots | null;
  /** Row names by index; missing ones are requested from the kernel. */
  readonly names: Map<number, string>;
  /** Images as addresses, likewise; empty where there is none to be shown. */
  readonly images: Map<number, string>;
  previews: AnswerPreviews | null;
  /** Send to the kernel; nothing is sent while it is gone. */
  send(message: Message): void;
  /** Change what only this view knows, and paint. */
  set(change: Partial<Local>): void;
  /** Speak in the status line; what may still change is given as a function. */
  announce(text: string | (() => string)): void;
  /** Names of the columns available as axes. */
  readonly columns: readonly string[];
  /** What the model holds beside the state. */
  modelValue(name: string): unknown;
  focusPlot(): void;
  /** Scroll an opened element into view; `asked` is false if no person opened it. */
  reveal(element: Element, asked?: boolean): void;
}

/** One part of the page: built once, then painted from the view. */
export interface Panel {
  readonly el: Element;
  sync(): void;
}

/** The card of a question about several points, inside the section of the question. */
export interface Shaped extends Panel {
  readonly el: HTMLElement;
  focus(): void;
  press(event: KeyboardEvent): boolean;
}

/** Nothing may be changed now: the kernel is gone, or a conflict waits. */
export const isBlocked = (view: View): boolean => view.local.disconnected || !!view.state.conflict;

/** Whether nothing can be changed: the kernel is gone, or this view shows the past. */
export const isOff = ({ local }: Pick<View, "local">): boolean =>
  local.disconnected || local.past !== null;

export const openCluster = ({ openPanel: panel }: Pick<Local, "openPanel">): number | null =>
  panel?.kind === "cluster" ? panel.id : null;

export const unfitted = ({ state, local }: Pick<View, "state" | "local">): Problem | null =>
  state.problem?.fitted || local.disconnected ? null : state.problem;

export const isComparing = ({ local }: Pick<View, "local">): boolean =>
  local.openPanel?.kind === "compare";

export const isStepping = ({ openPanel: panel }: Pick<Local, "openPanel">): boolean =>
  panel?.kind === "steps";

/** Whether a question would be out of sight. */
const isAway = (view: Pick<View, "state" | "local">): boolean =>
  view.local.disconnected || view.local.openPanel !== null || !!unfitted(view);

/** The question that can be answered now. */
export const openQuestion = (view: Pick<View, "state" | "local">): Question | null =>
  isAway(view) ? null : view.state.question;

/** The clusters that stay bright while the others are dimmed, if any are. */
export const highlightedClusters = ({
  state,
  local,
}: Pick<View, "state" | "local">): readonly number[] => {
  if (state.conflict || local.disconnected) return [];
  return local.planned?.lit ?? (local.highlighted === null ? [] : [local.highlighted]);
};

/** The open question of whatever shape. */
export const askedOf = (state: State): Question | Placement | Sorting | null =>
  state.question ?? state.placement ?? state.sorting;

/** The same, where it can be answered now. */
export const openAsked = (view: Pick<View, "state" | "local">) =>
  isAway(view) ? null : askedOf(view.state);

/** Whether a question is open or awaited; folded sections stay folded meanwhile. */
export const isAsking = (view: Pick<View, "state" | "local">): boolean =>
  !!openAsked(view) || (view.state.asking && !view.local.disconnected);

/** Whether further sections and the table of selected points have space beside them. */
export const isRoomy = (view: View): boolean => {
  const { openPanel, listed, width } = view.local;
  return width === "narrow" || !(isAsking(view) || openPanel !== null || listed);
};

/** The points that the open question is about, those in question first. */
export function facesOf({ placement, sorting }: State): Face[] {
  if (placement) return [placement.point, ...placement.cards.map(({ face }) => face)];
  return sorting ? [...sorting.points, ...sorting.cards] : [];
}

/** The key of the open question, by number and points: a repeated question keeps its number. */
export function questionKey(state: State): string | null {
  const { question } = state;
  const asked = askedOf(state);
  const rows = question ? [question.i, question.j] : facesOf(state).map(({ i }) => i);
  return asked && `${asked.number}: ${rows.join(", ")}`;
}

/** A point's name, or its number where rows have none; dots until the name has come. */
export function nameOf({ state, names }: Pick<View, "state" | "names">, i: number): string {
  return state.names ? (names.get(i) ?? UNKNOWN) : String(i);
}
