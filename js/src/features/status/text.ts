/** Text on the page: status. */

import type { Keys } from "../../contract";
import { DOT, ESCAPE, FULL_SCREEN, LEAVE_FULL_SCREEN } from "../../core/text";

export const ENDED = "Ended";
export const ended = (time: string | undefined): string =>
  time ? `${ENDED}${DOT}last fit at ${time}` : ENDED;
export const ENDED_LEAD = `${ENDED}. `;
/** Finds the same words in a sentence of the kernel's. */
export const SAYS_VIOLATED = /(\d+ violated)/;
export const FIT = "Fit";
export const DISMISS = "Dismiss";
export const DISCONNECTED = "Disconnected";
export const DISCONNECTED_LEAD = `${DISCONNECTED}. `;
export const disconnected = (time: string | undefined): string =>
  time ? `${DISCONNECTED}${DOT}last fit at ${time}` : DISCONNECTED;
export const KEYS_NOTE =
  "Click a point, press a key, click the other point. Clicking the same spot again lists the " +
  "points there. In Link mode two clicks, or a drag, make a must-link. The keys work while the widget has " +
  "the focus.";
export function keyRows(keys: Keys): [string[], string][] {
  const letter = (name: keyof Keys): string => keys[name].toUpperCase();
  return [
    [[letter("must")], "must-link: the answer, or a link from the picked point"],
    [[letter("cannot")], "cannot-link, likewise"],
    [[letter("unknown")], "don't know"],
    [["0", "1", "…", "9"], "place the point that is asked about, put the card in hand on a pile"],
    [[letter("next")], "suggest the next question"],
    [[letter("lasso")], "lasso: drag around points; Shift adds, Alt removes"],
    [[letter("find")], "find a point by its name or number"],
    [[letter("full")], "full screen, and back"],
    [[letter("side")], "put the side panel away, and back"],
    [["+", "−", "0"], "zoom in, zoom out, all points; Ctrl + wheel zooms, a drag moves"],
    [["Arrows"], "move to the nearest point in that direction"],
    [["Enter"], "pick the point, or in Lasso mode add and remove it"],
    [[ESCAPE], "cancel"],
    [["Ctrl", "Z"], "undo; with Shift, redo"],
    [[keys.help], "these keys"],
  ];
}
export const PART_LACKING = "What you wanted needs the kernel once more; run the cell again.";
export const fullScreenHint = (full: boolean, key: string): string =>
  `${full ? LEAVE_FULL_SCREEN : FULL_SCREEN} (${key})`;
