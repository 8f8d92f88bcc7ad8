/** Text on the page: the check of the result. */

import { count } from "../../core/text";

export const CLOSE_CHECK = "Close the check";
export const BEGIN = "Begin";
export const [SAME, SAME_KEY] = ["Same thing", "M"];
export const [OTHER, OTHER_KEY] = ["Show another point instead", "X"];
export const DONE_KEY = "Enter";
export const done = (piles: number): string =>
  piles ? "Done: all others are different" : "All are different";
export const CHOSEN_TWO = "Choose two or more that are the same.";
export const CHOSEN_ONE = "Choose the one that does not show what its cluster is.";
export const KNOWN = "sorted before";
export const samePile = (pile: string): string => `same as the others marked ${pile}`;
export const UNKNOWN = "Don't know";
export const [ANOTHER, ANOTHER_KEY] = ["Another cluster", "A"];
export const [SOME_SAME, SOME_SAME_KEY] = ["Some of these are the same", "M"];
export const WHICH_SAME = "Which of these are the same?";
export const CHOOSE_SAME = "They count as one thing from now on. Esc goes back.";
export const NOT_COUNTED = "not counted";
export const none = (left: number): string =>
  left ? `None of these, show ${left} others` : "None of these";
export const like = (name: string): string => `Like ${name}`;
export const progress = (finished: number, total: number): string => `${finished} of ${total}`;
export const CHECKS = "checks";
export const LOWERS = "What lowers it";
export const SHOW = "Show";
export const showOf = (what: string): string => `Show the points: ${what}`;
export const MORE = "Check 20 more";
export const MORE_ROWS = 20;
export const again = (number: number): string => `Look once more at ${count(number, "point")}`;
export const TELL = "Use as answers";
export const TELL_ABOUT =
  "The checks become answers, which the clustering learns from. They no longer count as checks. One undo takes this back.";
export const PAIRS = "Over pairs of points";
