/** Text on the page: stopping. */

export const CAN_YOU_STOP = "Can you stop?";
export const MOVED_BY_EACH = "Points moved by each answer";
export const NEXT_TEN = "next ten";
export const SHOW_UNSURE = "Show doubtful points";
export const [SURE, UNSURE] = ["sure", "unsure"];
export const firstAnswer = (number: number): string => `answer ${number}`;
export const barsAbout = (last: { answer: number; moved: number } | undefined): string =>
  last ? `${MOVED_BY_EACH}; answer ${last.answer} moved ${last.moved}` : MOVED_BY_EACH;
