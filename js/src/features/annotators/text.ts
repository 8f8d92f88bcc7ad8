/** Text on the page: annotators. */

import type { TurnSource, WhoAnswers } from "../../contract";

type Choice = WhoAnswers["current"];
type Act = TurnSource["act"];

export const WHO = "Answers of";
export const EVERYBODY = "all people";
export const WHO_ANSWERS: Record<Choice, readonly [string, string]> = {
  people: ["You", "You"],
  functions: ["Function", "Functions"],
  both: ["Both", "Both"],
};
export const CLOSE_WHO = "Close who answers";
export const ERROR_RATE = "Error rate";
export const LEFT_TO_YOU = "Left to you";
export const TURNS: Record<Exclude<Act, "take_back">, string> = {
  stop: "Stop",
  resume: "Resume",
  ask_more: "Ask 100 more",
  set_aside: "Set aside",
  count_again: "Count again",
};
export const TERMS = "Limit and cost";
export const MOST = "Questions at most";
export const NO_LIMIT = "no limit";
export const COST = "Cost of one, in answers of yours";
export const SET_TERMS = "Change";
/** An action on one function or person, with its name. */
export const ofSource = (what: string, title: string): string => `${what}: ${title}`;
export const UNNAMED = "no name";
export const SETTLE_TITLE = "Disagreement";
export const settle = (number: number): string =>
  `Resolve ${number} ${number === 1 ? "disagreement" : "disagreements"}`;
export const CLOSE_SETTLE = "Close disagreements";
