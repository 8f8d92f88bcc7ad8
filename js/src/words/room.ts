/** The words of the widget's room: the menu at the end of the toolbar, full screen, scales. */

import type { Scale } from "../contract";

export const MORE_MENU = "More";
export const FULL_SCREEN = "Full screen";
export const LEAVE_FULL_SCREEN = "Leave full screen";
export const LARGE = "Large";
export const LARGE_ABOUT = "to be read from the back of a room";
export const SIDE_PANEL = "Side panel";
export const fullScreenHint = (full: boolean, key: string): string =>
  `${full ? LEAVE_FULL_SCREEN : FULL_SCREEN} (${key})`;

// The scales of the curves

export const from = (first: string): string => `${first} → `;
export const turned = (clusterer: string, step: number): string =>
  `${clusterer} from step ${step} on.`;
export const curveWithin = (about: string, { first, top, bottom }: Scale): string =>
  top ? `${about}, ${first || "none"} at the start, on a scale from ${bottom} to ${top}` : about;

export const WIDGET = ", widget ";
export const ofWidget = (number: number): string => `${WIDGET}${number}`;
