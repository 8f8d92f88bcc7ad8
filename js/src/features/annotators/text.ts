/** Text on the page: annotators. */

export const WHO = "Answers of";
export const EVERYBODY = "everybody";
export const UNNAMED = "nobody named";
export const SETTLE_TITLE = "Disagreement";
export const settle = (number: number): string =>
  `Settle ${number} ${number === 1 ? "pair" : "pairs"}`;
export const CLOSE_SETTLE = "Close disagreements";
