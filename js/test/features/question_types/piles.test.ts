import { describe, expect, it } from "vitest";
import type { Sorting } from "../../../src/contract";
import {
  begin,
  choose,
  leftOver,
  links,
  pileKey,
  pileOfKey,
  put,
  told,
} from "../../../src/features/question_types/piles";
import { faceOf, SORTING } from "../../question_types";

describe("piles", () => {
  it("have the keys 1 to 9, 0 for the tenth, and none beyond", () => {
    expect([0, 8, 9, 10].map(pileKey)).toEqual(["1", "9", "0", ""]);
    expect(["1", "9", "0", "a", "F1"].map(pileOfKey)).toEqual([0, 8, 9, -1, -1]);
  });

  it("tell the pairs of which nothing was known, whatever was sorted in which order", () => {
    const points = Array.from({ length: 8 }, (_, k) => faceOf(k));
    const cards = [faceOf(8), faceOf(9)];
    const rows = [...points, ...cards].map(({ i }) => i);
    const pairs = rows.flatMap((i) =>
      rows.filter((j) => i < j).map((j): [number, number] => [i, j]),
    );
    const asked: Sorting = {
      ...SORTING,
      points,
      cards,
      open: pairs.filter(([i, j]) => i !== 8 || j !== 9),
    };
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 50; round++) {
      let now = begin(asked);
      for (let step = 0; step < 12; step++)
        now = put(choose(now, random(8)), random(now.piles.length + 1), asked);
      const where = new Map(now.piles.flatMap((pile, k) => pile.map((row) => [row, k] as const)));
      const open = asked.open.filter(([i, j]) => where.has(i) && where.has(j));
      const same = open.filter(([i, j]) => where.get(i) === where.get(j)).length;
      expect(told(now, asked)).toEqual({ must: same, cannot: open.length - same });
      expect(leftOver(now, asked)).toEqual(
        points.map(({ i }) => i).filter((row) => !where.has(row)),
      );
      const kinds = links(now, asked).map(([, , kind]) => kind);
      const full = now.piles.filter((pile) => pile.length);
      const must = full.reduce((sum, pile) => sum + pile.length - 1, 0);
      expect(kinds.filter((kind) => kind === "must")).toHaveLength(must);
      expect(kinds.filter((kind) => kind === "cannot")).toHaveLength(
        (full.length * (full.length - 1)) / 2 - 1,
      );
    }
  });
});
