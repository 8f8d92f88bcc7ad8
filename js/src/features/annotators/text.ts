/** Text on the page: annotators. */

export const WHO = "Answers of";
export const EVERYBODY = "all people";
export const UNNAMED = "no name";
export const SETTLE_TITLE = "Disagreement";
export const settle = (number: number): string =>
  `Resolve ${number} ${number === 1 ? "disagreement" : "disagreements"}`;
export const CLOSE_SETTLE = "Close disagreements";
