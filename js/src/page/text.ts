/** Text on the page: page. */

import { DOT, KEPT } from "../core/text";

export const counted = (number: number): string => `${number}${DOT}`;
export const PROGRESS = "Progress";
export const progressNow = (scored: string, kept: string): string =>
  [scored && `score ${scored}`, kept && `${kept} ${KEPT}`].filter(Boolean).join(DOT);
export const LARGE = "Presentation size";
export const LARGE_ABOUT = "larger text and controls";
export const SIDE_PANEL = "Side panel";
export const byKey = (what: string, key: string): string => `${what} (${key})`;
export const leftToLook = (number: number): string => `${number} left`;
export const SKIP_IT = "Skip";
