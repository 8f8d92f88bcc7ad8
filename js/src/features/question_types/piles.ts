/** The model of a sorting question: cards on piles, without elements. */

import type { Kind, Sorting } from "../../contract";

export interface Sorted {
  /** Rows, pile by pile; the first piles begin with the question's cards. */
  readonly piles: readonly (readonly number[])[];
  /** The point that the next key applies to. */
  readonly current: number;
  /** The state before the last move. */
  readonly before: Sorted | null;
}

export type AnswerEffect = readonly [number, number, Kind];

export function begin({ points, cards }: Sorting): Sorted {
  return { piles: cards.map(({ i }) => [i]), current: points[0]?.i ?? -1, before: null };
}

/** The key of a sorting question, which it has after an undo too. */
export const sortingKey = ({ points, cards }: Sorting): string =>
  [points, cards].map((faces) => faces.map(({ i }) => i).join(",")).join("|");

/** The pile that a point lies on, from 0; -1 for none. */
export const pileOf = ({ piles }: Sorted, row: number): number =>
  piles.findIndex((pile) => pile.includes(row));

export const filled = ({ piles }: Sorted): number[][] =>
  piles.filter((pile) => pile.length).map((pile) => [...pile]);

/** The points on no pile, in order. */
export const leftOver = (now: Sorted, { points }: Sorting): number[] =>
  points.map(({ i }) => i).filter((row) => pileOf(now, row) < 0);

/** Put the current card on a pile or on a new one, and go on to the next unsorted card. */
export function put(now: Sorted, pile: number, question: Sorting): Sorted {
  if (pileOf(now, now.current) === pile) return { ...now, current: next(now, question) };
  const moved = now.piles.map((rows) => rows.filter((row) => row !== now.current));
  const fresh = pile >= moved.length;
  const piles = fresh
    ? [...moved, [now.current]]
    : moved.map((rows, k) => (k === pile ? [...rows, now.current] : rows));
  while (piles.length && !piles.at(-1)?.length) piles.pop();
  const after = { ...now, piles, before: now };
  return { ...after, current: next(after, question) };
}

export const takeBack = ({ before }: Sorted): Sorted | null => before;

export const choose = (now: Sorted, row: number): Sorted => ({ ...now, current: row });

/** The neighbour of the current card, in the order of the question. */
export function beside(now: Sorted, by: number, { points }: Sorting): Sorted {
  const rows = points.map(({ i }) => i);
  const place = (rows.indexOf(now.current) + by + rows.length) % rows.length;
  return choose(now, rows[place] ?? now.current);
}

/** The first unsorted card after the current one, cyclically; else the current one. */
function next(now: Sorted, question: Sorting): number {
  const rows = question.points.map(({ i }) => i);
  const place = rows.indexOf(now.current);
  const round = [...rows.slice(place + 1), ...rows.slice(0, place + 1)];
  return round.find((row) => pileOf(now, row) < 0) ?? now.current;
}

/** How many new pairs the piles answer. */
export function told(now: Sorted, { open }: Sorting): { must: number; cannot: number } {
  const counts = { must: 0, cannot: 0 };
  for (const [i, j] of open) {
    const [p, q] = [pileOf(now, i), pileOf(now, j)];
    if (p >= 0 && q >= 0) counts[p === q ? "must" : "cannot"]++;
  }
  return counts;
}

/** The links of the piles: each card with the first of its pile, and the first cards of all piles. */
export function links(now: Sorted, { open }: Sorting): AnswerEffect[] {
  const piles = now.piles.filter((pile) => pile.length);
  const isOpen = new Set(open.map(([i, j]) => keyOf(i, j)));
  const must = piles.flatMap(([first = -1, ...rest]) =>
    rest.map((row): AnswerEffect => [row, first, "must"]),
  );
  const cannot = piles.flatMap((pile, k) =>
    piles
      .slice(k + 1)
      .filter((other) => pile.every((i) => other.every((j) => isOpen.has(keyOf(i, j)))))
      .map((other): AnswerEffect => [pile[0] ?? -1, other[0] ?? -1, "cannot"]),
  );
  return [...must, ...cannot];
}

const keyOf = (i: number, j: number): string => (i < j ? `${i} ${j}` : `${j} ${i}`);

/** The key that puts a card on a pile: 1 to 9, 0 for the tenth, none beyond. */
export const pileKey = (pile: number): string => (pile < 10 ? String((pile + 1) % 10) : "");
export const pileOfKey = (key: string): number => (/^\d$/.test(key) ? (Number(key) + 9) % 10 : -1);
