/** Text on the page: proposals. */

export const CLOSE_PROPOSALS = "Close proposals";
export const VERDICTS = {
  merge: { accept: "Merge", reject: "Keep apart", skip: "Skip" },
  split: { accept: "Split", reject: "Keep whole", skip: "Skip" },
} as const;
export const KEYS = { accept: "Space", reject: "X", skip: "→" } as const;
export const place = (before: number, total: number): string =>
  before < total ? `${before + 1} of ${total}` : `${total}`;
export const reviewed = (number: number, total: number): string => `${number} of ${total} reviewed`;
