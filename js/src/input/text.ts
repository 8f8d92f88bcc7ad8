/** Text on the page: input. */

import type { Kind } from "../contract";
import { KIND_NAMES, pointName } from "../core/text";

export const NONE_INSIDE = "No points inside.";
export const PICK_FIRST = "Pick a point first: click it, or use the arrows and Enter.";
export const noQuestion = (key: string): string => `No question is open. ${key} suggests one.`;
export const pickedPoint = (name: string, cluster: string | undefined): string =>
  `${pointName(name)}${cluster ? `, ${cluster.toLowerCase()}` : ""}, picked.`;
const CANCELS = "{Esc} cancels";
export const LASSO_KEYS = `{Shift} adds {Alt} removes ${CANCELS}`;
export const LINK_MODE = "Click two points to must-link them";
export const otherGroup = (first: number): string =>
  `Cannot-link ${first} points: draw the other group ${CANCELS}`;
export const linkFrom = (kind: Kind, name: string, other: string): string => {
  const instead = kind === "must" ? "cannot-link" : "must-link";
  return `${KIND_NAMES[kind]} from ${name}: click the other point {${other}} ${instead} ${CANCELS}`;
};
export const picked = (
  names: string[],
  [must, cannot]: [string, string],
  asked: number | undefined,
): string => {
  const instead = asked === undefined ? "" : `, not question ${asked}`;
  return `${names.join(" and ")} picked: {${must}} or {${cannot}} links${instead} ${CANCELS}`;
};
export const LOOKING_BACK = "Looking back:";
export const WHEEL_NOTE = "{Ctrl} + wheel zooms · drag moves";
export const SPREAD_NOTE = "Points in one spot are drawn apart";
