/** Where the names of clusters stand: no two overlap, and the first in order have their places first. */

import type { Point } from "../../core/geometry";

export type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface Label {
  readonly cluster: number;
  /** The middle of the cluster's mark. */
  readonly at: Point;
  /** Width and height of the text. */
  readonly size: Point;
}

/** The place of each name that fits, by cluster. */
export type Placing = ReadonlyMap<number, number>;

/** Right, left, above, below, then the corners. */
export const AROUND: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];
/** Where no mark stands, the name has the place of the mark. */
export const OVER = 8;

/** Height of the first line: beside a mark, its middle is level with the mark's. */
export const LINE = 15;
/** Free space between two names. */
export const GAP = 3;
/** From the middle of a mark to a name beside it, above it, and at a corner. */
const [BESIDE, ABOVE, ACROSS, ALONG] = [11, 9.5, 9, 4.5];

/** The box of a name at one of its places. */
export function boxAt({ at: [x, y], size: [wide, high] }: Label, place: number): Box {
  const level = y - LINE / 2;
  const [left, top] = [
    [x + BESIDE, level],
    [x - BESIDE - wide, level],
    [x - wide / 2, y - ABOVE - high],
    [x - wide / 2, y + ABOVE],
    [x + ACROSS, y - ALONG - high],
    [x + ACROSS, y + ALONG],
    [x - ACROSS - wide, y - ALONG - high],
    [x - ACROSS - wide, y + ALONG],
    [x - wide / 2, level],
  ][place] as [number, number];
  return [left, top, left + wide, top + high];
}

export interface Surroundings {
  /** What lies within it is seen. */
  readonly area: Box;
  /** Marks, rings and notes, which no name covers. */
  readonly taken: readonly Box[];
  /** The places of the names so far: those that still fit are kept. */
  readonly kept: Placing;
  /** The places that a name may have, the best first. */
  readonly order: readonly number[];
  /** Whether a name without its place waits for the end of a movement. */
  readonly isMoving?: boolean;
}

/**
 * Places for names, of which the first come first.
 *
 * A name keeps its place if that is free; otherwise it takes the first free place, one that no later
 * name would have to leave if there is any. A name without a free place is left out.
 */
export function placed(labels: readonly Label[], around: Surroundings): Map<number, number> {
  const { area, kept, order, isMoving } = around;
  const [things, names, claims] = [new Boxes(), new Boxes(), new Boxes()];
  for (const box of around.taken) things.add(box);
  const own = labels.map(({ cluster }) => {
    const place = kept.get(cluster);
    return place !== undefined && order.includes(place) ? place : null;
  });
  labels.forEach((label, rank) => {
    const place = own[rank] ?? null;
    if (place !== null) claims.add(boxAt(label, place), rank);
  });
  const isFree = (box: Box): boolean =>
    holds(area, box) && !things.meets(box) && !names.meets(grown(box));

  const chosen = (label: Label, rank: number): number | null => {
    const before = own[rank] ?? null;
    if (before !== null && isFree(boxAt(label, before))) return before;
    let first: number | null = null;
    for (const place of isMoving ? [] : order) {
      const box = boxAt(label, place);
      if (!isFree(box)) continue;
      if (!claims.meets(grown(box), rank)) return place;
      first ??= place;
    }
    return first;
  };

  const found = new Map<number, number>();
  labels.forEach((label, rank) => {
    const place = chosen(label, rank);
    if (place === null) return;
    found.set(label.cluster, place);
    names.add(boxAt(label, place));
  });
  return found;
}

const holds = (area: Box, box: Box): boolean =>
  box[0] >= area[0] && box[1] >= area[1] && box[2] <= area[2] && box[3] <= area[3];

const grown = ([left, top, right, bottom]: Box): Box => [
  left - GAP,
  top - GAP,
  right + GAP,
  bottom + GAP,
];

export const meet = (a: Box, b: Box): boolean =>
  a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** Size of a cell, in pixels, and cells in a row. */
const [WIDE, HIGH, ROW] = [64, 32, 4096];

/** Boxes by the cells of a grid, so that few are compared with each other. */
class Boxes {
  private readonly cells = new Map<number, { box: Box; rank: number }[]>();

  add(box: Box, rank = 0): void {
    this.some(box, (cell) => {
      const here = this.cells.get(cell);
      if (here) here.push({ box, rank });
      else this.cells.set(cell, [{ box, rank }]);
      return false;
    });
  }

  /** Whether any of a higher rank overlaps a box. */
  meets(box: Box, above = -1): boolean {
    if (!this.cells.size) return false;
    const isMet = (each: { box: Box; rank: number }): boolean =>
      each.rank > above && meet(each.box, box);
    return this.some(box, (cell) => this.cells.get(cell)?.some(isMet) ?? false);
  }

  private some([left, top, right, bottom]: Box, isFound: (cell: number) => boolean): boolean {
    for (let row = Math.floor(top / HIGH); row <= bottom / HIGH; row++)
      for (let column = Math.floor(left / WIDE); column <= right / WIDE; column++)
        if (isFound(row * ROW + column)) return true;
    return false;
  }
}
