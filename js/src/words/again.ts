/** Words about answers that are worth a second look. */

import { KIND_NAMES } from "./common";

export const AGAIN_TITLE = "Second look";
export const lookAgain = (number: number): string =>
  `Look again at ${number} ${number === 1 ? "answer" : "answers"}`;
export const leftToLook = (number: number): string => (number > 1 ? `${number} left` : "the last");
export const KEEP_IT = "Keep it";
export const changeTo = (kind: "must" | "cannot"): string => `${KIND_NAMES[kind]} instead`;
export const SKIP_IT = "Skip";
export const [KEEP_KEY, SKIP_KEY] = ["K", "S"];
export const CLOSE_AGAIN = "Close second look";
