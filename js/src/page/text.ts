/** Text on the page: page. */

import { DOT, KEPT } from "../core/text";

export const counted = (number: number): string => `${number}${DOT}`;
export const PROGRESS = "Progress";
export const progressNow = (scored: string, kept: string): string =>
  [scored && `score ${scored}`, kept && `${kept} ${KEPT}`].filter(Boolean).join(DOT);
export const LARGE = "Large";
export const LARGE_ABOUT = "to be read from the back of a room";
export const SIDE_PANEL = "Side panel";
export const byKey = (what: string, key: string): string => `${what} (${key})`;
export const leftToLook = (number: number): string => (number > 1 ? `${number} left` : "the last");
export const SKIP_IT = "Skip";
