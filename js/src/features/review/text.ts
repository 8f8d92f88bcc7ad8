/** Text on the page: review. */

import { KIND_NAMES } from "../../core/text";

export const REVIEW_TITLE = "Review answers";
export const reviewAnswers = (number: number): string =>
  `Review ${number} ${number === 1 ? "answer" : "answers"}`;
export const KEEP_IT = "Keep it";
export const changeTo = (kind: "must" | "cannot"): string =>
  `Change to ${KIND_NAMES[kind].toLowerCase()}`;
export const CLOSE_REVIEW = "Close review";
