/** Which links are drawn in full, and which step back so that the plot stays readable. */

import type { Link } from "../contract";

export type LinksShown = "all" | "recent" | "none";

/** So many of the last links are drawn in full. */
export const RECENT = 10;

/** The answers whose links are drawn in full: the last ones, violated ones, those of points in hand. */
export function emphasised(links: readonly Link[], hand: ReadonlySet<number>): Set<number> {
  const numbers = links.map(({ answer }) => answer).sort((a, b) => b - a);
  const from = numbers[RECENT - 1] ?? -Infinity;
  return new Set(
    links
      .filter(
        ({ answer, violated, i, j }) => violated || answer >= from || hand.has(i) || hand.has(j),
      )
      .map(({ answer }) => answer),
  );
}
