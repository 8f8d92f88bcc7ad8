/** The state of one view: what the kernel sends, what only this view knows, and questions about both. */

import type {
  Answer,
  Face,
  Found,
  Kind,
  Message,
  Moment,
  Placement,
  PlanReply,
  Question,
  Sorting,
  State,
  Trouble,
} from "../contract";
import type { Dots, Labels, Scene } from "./dots";
import type { Point } from "./geometry";
import { IDLE, type Linking, type Mode } from "./linking";

/** The panel that is open in place of the question. */
export type DetailPanel =
  | { readonly kind: "cluster"; readonly id: number }
  | { readonly kind: "oracle_run" }
  | { readonly kind: "steps" }
  | { readonly kind: "compare" }
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

/** What is pointed at would do: clusters that stay bright, or points; from which cluster to which. */
export interface Planned extends PlanReply {
  readonly lit: readonly number[];
  readonly kept?: readonly number[] | undefined;
  readonly ways?: readonly (readonly [number, number])[];
}

/** The previews of answers; a lazy bundle provides them. */
export interface AnswerPreviews {
  over(state: State): State;
  give(answer: Answer, message: Message): void;
  /** The piles of a sorting question have changed; null while they give no answer. */
  sorted(number: number, piles: number[][] | null): void;
  forget(): void;
}

/** A moment of the past that is shown in place of the present one. */
export interface Past {
  readonly moment: Moment;
  readonly labels: Labels;
  /** Whether the points that differ from now, or from the moment compared with, are marked. */
  readonly differs: boolean;
}

/** Known to this view alone and never sent: another view of the same widget has its own. */
export class Local {
  mode: Mode = "inspect";
  linking: Linking = IDLE;
  /** The keyboard's place on the plot. */
  cursor: number | null = null;
  /** The answer whose pair is shown on the plot. */
  row: number | null = null;
  /** The step of a conflict's chain that is lit up. */
  step: number | null = null;
  /** Whether the menu's focused item adds the links that are previewed. */
  previewing = false;
  /** Whether a lasso is being drawn. */
  drawing = false;
  /** The lassos around the present selection, in the units of the plane. */
  outlines: (readonly Point[])[] = [];
  /** How many of them are around the first group, while a second one is drawn. */
  firstOutlines = 0;
  /** Whether the plot still shows which points the last fit moved. */
  movedShown = false;
  movedFading = false;
  /** Whether a wheel has just scrolled the page, not the plot. */
  wheeled = false;
  /** Which links are drawn in full. */
  linksShown: "all" | "recent" | "none" = "recent";
  /** Whether points that stand in one spot are drawn apart. */
  spread = false;
  /** Text of the status line in place of the kernel's, until that changes; a function is called anew. */
  message: string | (() => string) | null = null;
  /** Whether the kernel cannot be reached. */
  disconnected = false;
  /** When this view received its last clustering. */
  fittedAt: Date | null = null;
  /** The question that was answered, until the kernel confirms it: a second answer is ignored. */
  answered: string | null = null;
  /** Whether the next question may take the focus: it was asked for, or follows an answer. */
  awaiting: "asked" | "follows" | null = null;
  /** Whether the form of parameters is open, which shows its errors itself. */
  form = false;
  /** Whether this view takes the whole screen. */
  full = false;
  /** The panel that is open in place of the question. */
  openPanel: DetailPanel | null = null;
  /** How unsure the strategy is of every point, where that is shown: 0 to 3, and of which moment. */
  shade: { readonly levels: string; readonly unsure: string } | null = null;
  /** The step that is shown on the plot. */
  fitStep: FitStepShown | null = null;
  /** The cluster whose legend entry is pointed at. */
  highlighted: number | null = null;
  /** What the verb that is pointed at would do, and the clusters that it is about. */
  planned: Planned | null = null;
  /** Whether text and controls have presentation size. */
  large = false;
  /** Whether the side panel is hidden. */
  sideHidden = false;
  /** The card of a sorting that the next key is about. */
  card: number | null = null;
  /** The links that an answer in the making would add. */
  pendingLinks: readonly (readonly [number, number, Kind])[] = [];
  /** Whether a person has chosen the wide panel, or the narrow one. */
  wide: boolean | null = null;
  /** Whether the selected points are listed. */
  listed = false;
  /** What the last text that was looked for has found. */
  found: Found | null = null;
  /** The moment of the past that is shown in place of the present one. */
  past: Past | null = null;
  width: Width = "wide";
  /** Whether the widget is narrower than its controls with their names. */
  slim = false;
  /** Whether something is wanted that the page has no code for, and the kernel is gone that had it. */
  lacking = false;
}

const UNKNOWN = "…";

export type Width = "wide" | "medium" | "narrow";

export interface View {
  readonly root: HTMLElement;
  readonly local: Local;
  readonly signal: AbortSignal;
  state: State;
  /** What is seen of the plot, and from where. */
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
  /** Names of the columns that may be axes. */
  readonly columns: readonly string[];
  /** What the model holds beside the state. */
  modelValue(name: string): unknown;
  focusPlot(): void;
  /** Bring what has opened into view; `asked` is false for what comes by itself. */
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

/** Nothing can be changed from here now: the kernel is gone, or this view looks back. */
export const isOff = ({ local }: Pick<View, "local">): boolean =>
  local.disconnected || local.past !== null;

/** The cluster whose card is open. */
export const openCluster = ({ openPanel: panel }: Pick<Local, "openPanel">): number | null =>
  panel?.kind === "cluster" ? panel.id : null;

/** Why there is no clustering of the present answers, where there is none. */
export const unfitted = ({ state, local }: Pick<View, "state" | "local">): Trouble | null =>
  state.trouble?.fitted || local.disconnected ? null : state.trouble;

/** Whether the comparison is open. */
export const isComparing = ({ local }: Pick<View, "local">): boolean =>
  local.openPanel?.kind === "compare";

/** Whether a fit is stepped through. */
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

/** Whether a question is open, or the next one looked for: what is folded meanwhile stays so. */
export const isAsking = (view: Pick<View, "state" | "local">): boolean =>
  !!openAsked(view) || (view.state.asking && !view.local.disconnected);

/** Whether the sections below the first and the table of what is selected have room beside them. */
export const isRoomy = (view: View): boolean => {
  const { openPanel, listed, width } = view.local;
  return width === "narrow" || !(isAsking(view) || openPanel !== null || listed);
};

/** The points that the open question is about, those in question first. */
export function facesOf({ placement, sorting }: State): Face[] {
  if (placement) return [placement.point, ...placement.cards.map(({ face }) => face)];
  return sorting ? [...sorting.points, ...sorting.cards] : [];
}

/** Which question is open, by number and points: asked anew, a question keeps its number. */
export function questionKey(state: State): string | null {
  const { question } = state;
  const asked = askedOf(state);
  const rows = question ? [question.i, question.j] : facesOf(state).map(({ i }) => i);
  return asked && `${asked.number}: ${rows.join(", ")}`;
}

/** A point's name, or its number where rows have none; dots until a name has come. */
export function nameOf({ state, names }: Pick<View, "state" | "names">, i: number): string {
  return state.names ? (names.get(i) ?? UNKNOWN) : String(i);
}
