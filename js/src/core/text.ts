/** Text on the page outside the features. */

import type { AnswerKind } from "../contract";

/** 42,730. */
export const grouped = (number: number): string => number.toLocaleString("en-GB");
export const count = (number: number, noun: string): string =>
  `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
/** Two names as one. */
export const pairOf = (a: string, b: string): string => `${a}${BETWEEN}${b}`;
export const BETWEEN = " – ";
export const DOT = " · ";
export const KIND_NAMES: Record<AnswerKind, string> = {
  must: "Must-link",
  cannot: "Cannot-link",
  unknown: "Don't know",
};
export const NONE = "none";
export const ESCAPE = "Esc";
export const pointName = (name: string): string => `Point ${name}`;
export const andMore = (number: number): string => `and ${number} more`;
export const [KEEP_KEY, SKIP_KEY] = ["K", "S"];
export const FEATURES = "Features that differ most";
export const NEAREST_KEY = "R";
export const NOISE_KEY = "O";
export const CLUSTERS_KEY = "G";
export const CLUSTERS = "Clusters";
export const PROPOSALS_KEY = "P";
export const PROPOSALS = "Proposals";
export const CHECK = "Check the result";
export const WHO_ANSWERS = "Who answers";
export const LEAVE_SELECTED = "Leave the selected points out…";
export const SHOW_ONLY = "Show only these";
export const CLOSE_CLUSTER_HINT = "Close (Esc)";
export const EXPORT = "Export";
export const N_CLUSTERS = "Number of clusters";
export const FEWER = "Fewer clusters";
export const MORE = "More clusters";
export const NEXT_QUESTION = "Next question";
export const CONSTRAINTS = "Constraints";
export const KEPT = "kept";
export const violated = (number: number): string => `${number} violated`;
export const NO_CLUSTER = "No cluster";
export const PAUSED = "Paused while you look back.";
export const NEEDS_KERNEL = "This needs the kernel: run the cell again.";
export const CANCEL = "Cancel";
export const KEYS = "Keys";
export const PART_COMING = "That is still being loaded…";
export const PART_FAILED =
  "This part of the widget cannot be loaded on this page; reload the page, then try again.";
export const MORE_MENU = "More";
export const FULL_SCREEN = "Full screen";
export const LEAVE_FULL_SCREEN = "Leave full screen";
export const WIDGET = ", widget ";
export const ofWidget = (number: number): string => `${WIDGET}${number}`;
export const imageOf = (name: string): string => `Image of point ${name}`;
export const counted = (number: number): string => `${number}${DOT}`;
export const PROGRESS = "Progress";
export const progressNow = (score: string, kept: string): string =>
  [score && `score ${score}`, kept && `${kept} ${KEPT}`].filter(Boolean).join(DOT);
export const LARGE = "Presentation size";
export const LARGE_ABOUT = "larger text and controls";
export const SIDE_PANEL = "Side panel";
export const byKey = (what: string, key: string): string => `${what} (${key})`;
export const leftToDecide = (number: number): string => `${number} left`;
export const SKIP_IT = "Skip";
export const WAITING = "Loading…";
export const DOTS = "…";
export const LARGER = "Larger";
export const imageLarger = (name: string): string => `${imageOf(name)}, larger`;
export const textOf = (name: string): string => `Text of ${name}`;
export const CLOSE = "Close";
export const EXPORT_HINT = "Export…";
