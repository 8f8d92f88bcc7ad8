/** Chooses the links that are drawn in full; the others are pale. */

import type { Link, Trouble } from "../../contract";

/** So many of the last links are drawn in full. */
export const RECENT = 10;

/** The links drawn in full: recent, violated, of selected points; or only the infeasible ones. */
export function emphasised(
  links: readonly Link[],
  hand: ReadonlySet<number>,
  trouble: Trouble | null = null,
): Set<number> {
  if (trouble && !trouble.fitted && trouble.answers.length) return new Set(trouble.answers);
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
