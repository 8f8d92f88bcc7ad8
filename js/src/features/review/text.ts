/** Text on the page: review. */

import { KIND_NAMES } from "../../core/text";

export const AGAIN_TITLE = "Second look";
export const lookAgain = (number: number): string =>
  `Look again at ${number} ${number === 1 ? "answer" : "answers"}`;
export const KEEP_IT = "Keep it";
export const changeTo = (kind: "must" | "cannot"): string => `${KIND_NAMES[kind]} instead`;
export const CLOSE_AGAIN = "Close second look";
