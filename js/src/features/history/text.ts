/** Text on the page: history. */

import type { Scale } from "../../contract";
import { count, NONE } from "../../core/text";

export const FIRST = "start";
export const LAST = "now";
export const SHARE_KEPT = "Constraints kept";
export const score = (name: string): string => (name ? `Score (${name})` : "Score");
export const curveAbout = (name: string, now: string, steps: number): string =>
  `${name}: ${now || NONE} after ${count(steps, "step")}`;
export const HISTORY = "History";
export const START = "start";
export const NOW = "now";
export const PRESENT = "the present moment";
export const BACK_TO_NOW = "Back to now";
export const BACK_HINT = `${BACK_TO_NOW} (Esc)`;
export const branchOf = (number: number): string => `branch ${number}`;
export const branchNow = (number: number): string => `${branchOf(number)}, ${NOW}`;
export const ownMoments = (moments: number): string => count(moments, "step");
export const moreBranches = (number: number): string => `${number} more`;
export const OTHER_BRANCHES = "Other branches";
export const COMPARE_PAST = "Compare with another step";
export const COMPARE_NOW = "Compare with now";
export const COMPARE_HINT = "Shift with an arrow or a click on the slider";
export const differing = (points: number, from: string = NOW): string =>
  `${points ? count(points, "point") : "No point"} differ${points > 1 ? "" : "s"} from ${from}`;
export const chooseCompared = (from: string): string => `Choose a step to compare with ${from}.`;
export const startingAt = (first: string): string => `${first} → `;
export const turned = (clusterer: string, step: number): string =>
  `${clusterer} from step ${step} on.`;
export const curveWithin = (about: string, { first, top, bottom }: Scale): string =>
  top ? `${about}, ${first || "none"} at the start, on a scale from ${bottom} to ${top}` : about;
