/** Text on the page: oracle run. */

export const SIMULATE = "Simulate answers";
export const NEEDS_TRUE_LABELS = "needs known labels (pass y_true=)";
export const CLOSE_SIMULATION = "Close simulation";
export const PLAY = "Play";
export const PAUSE = "Pause";
export const askMore = (questions: number): string => `${questions} more`;
export const SPACE = "Space";
export const SPEED = "Speed";
export const SPEEDS: readonly (readonly ["1" | "4" | "max", string, string])[] = [
  ["1", "1×", "One question every two seconds"],
  ["4", "4×", "Two questions a second"],
  ["max", "Max", "As fast as possible"],
];
export const askedOfGoal = (asked: number, goal: number | null): string =>
  goal === null ? String(asked) : `${asked} of ${goal}`;
export const SO_FAR = "asked";
export const askedOf = (asked: number): string => `${asked} of`;
export const N_QUESTIONS = "Number of questions";
export const FEWER_QUESTIONS = "Fewer questions";
export const MORE_QUESTIONS = "More questions";
export const UNTIL = "Until no question is left";
export const BESIDE = "compared with";
export const NOBODY = "none";
/** What is seen, and those that it only counts. */
export const besideLabel = (seen: string, counted: string): string =>
  `Strategies to compare: ${seen}${counted && ` (${counted})`}`;
export const BESIDE_MENU = "Strategies to compare";
export const BESIDE_FOOT = "The others run on copies; your session is not affected.";
export const ASKS_ITSELF = "the toolbar’s";
export const andOthers = (first: string, more: number): string => `${first} + ${more}`;
export const WRONG = "wrong";
export const perCent = (share: number): string => `${share} %`;
export const wrongLabel = (share: number): string => `Wrong answers: ${perCent(share)}`;
export const WRONG_MENU = "Share of wrong answers";
export const AGREEMENT = "Agreement with the true labels";
export const INDEX = "adjusted Rand index after each question";
export const QUESTIONS = "questions";
