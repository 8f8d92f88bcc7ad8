/** Text on the page: input. */

import type { Kind } from "../contract";
import { KIND_NAMES, pointName } from "../core/text";

export const NONE_INSIDE = "No points in the lasso.";
export const PICK_FIRST = "Select a point first: click it, or use the arrow keys and Enter.";
export const noQuestion = (key: string): string => `No question is open. ${key} asks the next one.`;
export const pickedPoint = (name: string, cluster: string | undefined): string =>
  `${pointName(name)}, ${(cluster ?? "in no cluster").toLowerCase()}, selected.`;
const CANCELS = "{Esc} cancels";
export const LASSO_KEYS = `{Shift} adds {Alt} removes ${CANCELS}`;
export const LINK_MODE = "Click two points to must-link them";
export const otherGroup = (first: number): string =>
  `Now draw around the group that these ${first} points do not belong with ${CANCELS}`;
export const linkFrom = (kind: Kind, name: string, other: string): string => {
  const instead = kind === "must" ? "cannot-link" : "must-link";
  return `${KIND_NAMES[kind]} from ${name}: click the other point {${other}} ${instead} ${CANCELS}`;
};
export const picked = (
  names: string[],
  [must, cannot]: [string, string],
  asked: number | undefined,
): string => {
  const instead = asked === undefined ? "" : ` question ${asked} stays open`;
  return `${names.join(" and ")} selected: {${must}} must-link {${cannot}} cannot-link${instead} ${CANCELS}`;
};
export const LOOKING_BACK = "Viewing the state";
export const WHEEL_NOTE = "{Ctrl} + wheel zooms · drag moves";
export const SPREAD_NOTE = "Overlapping points are drawn apart";
