/** Text on the page: question. */

import type { AnswerKind, QuestionType } from "../../contract";

export const ENDED_REST = "This session has ended.";
export const BATCH = "Pairs of this list";
export const OTHER_PAIR = "other pair";
export const ANSWERS: Record<AnswerKind, string> = {
  must: "Same cluster",
  cannot: "Different clusters",
  unknown: "Don't know",
};
export const QUESTION = "Question";
export const question = (number: number): string => `${QUESTION} ${number}`;
export const CLOSE_QUESTION = "Close question";
export const CLOSE_QUESTION_HINT = `${CLOSE_QUESTION} (Esc)`;
export const WHY = "Why this pair:";
export const PAUSED = "Waiting for the notebook to reconnect.";
export const EXHAUSTED = "No more questions: every pair that matters is answered.";
export const PAUSED_PAST = "paused while an earlier state is shown";
export const LOOKING_FOR: Record<QuestionType, string> = {
  pair: "Looking for a pair…",
  list: "Looking for pairs…",
  place: "Looking for a point…",
  sort: "Looking for points…",
};
export const NO_QUESTION = "No question yet. ";
const FINDS: Record<QuestionType, string> = {
  pair: "the pair whose answer is likely to help most",
  list: "ten pairs, to be answered in any order",
  place: "the point whose cluster is most useful to know",
  sort: "the points that are most useful to sort",
};
/** What follows the name of the button. */
export const findsQuestion = (type: QuestionType): string => ` finds ${FINDS[type]}.`;
export const OR_LINK = " Or link two points on the plot.";
export const NARROWER = "Narrower panel";
export const WIDER = "Wider panel";
