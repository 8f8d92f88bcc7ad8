import { describe, expect, it } from "vitest";
import {
  AROUND,
  type Box,
  boxAt,
  GAP,
  type Label,
  meet,
  OVER,
  type Placing,
  placed,
} from "../../../src/features/clusters/name_placement";

const AREA: Box = [60, 8, 800, 384];
const MARK = 7;
const NONE: Placing = new Map();

/** The same numbers in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function labels(count: number, seed: number): Label[] {
  const draw = random(seed);
  return Array.from({ length: count }, (_, cluster) => ({
    cluster,
    at: [AREA[0] + draw() * 740, AREA[1] + draw() * 376] as const,
    size: [30 + draw() * 110, 15] as const,
  }));
}

const marks = (all: readonly Label[]): Box[] =>
  all.map(({ at: [x, y] }) => [x - MARK, y - MARK, x + MARK, y + MARK]);

const far = ([left, top, right, bottom]: Box): Box => [
  left - GAP,
  top - GAP,
  right + GAP,
  bottom + GAP,
];

const isWithin = (box: Box): boolean =>
  box[0] >= AREA[0] && box[1] >= AREA[1] && box[2] <= AREA[2] && box[3] <= AREA[3];

/** The boxes of the names that have a place, in order of priority. */
const boxes = (all: readonly Label[], found: Placing): (Box | null)[] =>
  all.map((label) => {
    const place = found.get(label.cluster);
    return place === undefined ? null : boxAt(label, place);
  });

/** Place by place and box by box, without the grid; only for names that had no place before. */
function bruteForce(all: readonly Label[], taken: readonly Box[]): Map<number, number> {
  const found = new Map<number, number>();
  const names: Box[] = [];
  for (const label of all) {
    for (const place of AROUND) {
      const box = boxAt(label, place);
      const blocked =
        taken.some((each) => meet(each, box)) || names.some((each) => meet(each, far(box)));
      if (blocked || !isWithin(box)) continue;
      found.set(label.cluster, place);
      names.push(box);
      break;
    }
  }
  return found;
}

const cases = [3, 48, 120, 500].flatMap((count) =>
  [1, 2, 3, 4, 5].map((seed) => [count, seed] as const),
);

describe("names of clusters", () => {
  it.each(cases)(
    "of %i at random (%i) have the places that a search through all finds",
    (count, seed) => {
      const all = labels(count, seed);
      const taken = marks(all);
      const found = placed(all, { area: AREA, taken, kept: NONE, order: AROUND });
      expect([...found]).toEqual([...bruteForce(all, taken)]);
      expect(found.size).toBeGreaterThan(Math.min(2, count - 1));
    },
  );

  it.each(cases)("of %i that move (%i) never meet, and the first come first", (count, seed) => {
    const draw = random(seed + 100);
    let [all, kept] = [labels(count, seed), NONE];
    const wrong: number[][] = [];
    for (let k = 0; k < 4; k++) {
      const taken = marks(all);
      const found = placed(all, { area: AREA, taken, kept, order: AROUND });
      const drawn = boxes(all, found);
      all.forEach((label, rank) => {
        const box = drawn[rank];
        const earlier = drawn.slice(0, rank).filter((each): each is Box => !!each);
        const isFree = (each: Box): boolean =>
          isWithin(each) &&
          !taken.some((thing) => meet(thing, each)) &&
          !earlier.some((name) => meet(name, far(each)));
        const isRight = box ? isFree(box) : AROUND.every((place) => !isFree(boxAt(label, place)));
        const before = kept.get(label.cluster);
        const isKept = before !== undefined && isFree(boxAt(label, before));
        if (!isRight || (isKept && found.get(label.cluster) !== before)) wrong.push([k, rank]);
      });
      kept = found;
      all = all.map((label) => ({
        ...label,
        at: [label.at[0] + 30 * (draw() - 0.5), label.at[1] + 30 * (draw() - 0.5)] as const,
      }));
    }
    expect(wrong).toEqual([]);
  });

  it("keep their places when the same is asked again, whatever these were", () => {
    const [a, b]: Label[] = [
      { cluster: 4, at: [200, 100], size: [80, 15] },
      { cluster: 9, at: [500, 100], size: [80, 15] },
    ] as const;
    const all = [a, b] as Label[];
    const kept = new Map([
      [4, 3],
      [9, 6],
    ]);
    expect(placed(all, { area: AREA, taken: [], kept, order: AROUND })).toEqual(kept);
  });

  it("take no place that a later name would have to leave, if there is another", () => {
    const first: Label = { cluster: 1, at: [200, 100], size: [80, 15] };
    const second: Label = { cluster: 2, at: [310, 100], size: [80, 15] };
    const kept = new Map([[2, 1]]); // the second stands left of its mark, where the first's would be
    const around = { area: AREA, taken: [], kept, order: AROUND };
    expect(placed([first, second], around)).toEqual(
      new Map([
        [1, 1],
        [2, 1],
      ]),
    );
    const left: Box = [100, 0, 190, 400];
    const hemmed = { ...around, taken: [left, [150, 60, 260, 89], [150, 111, 260, 140]] as Box[] };
    expect(placed([first, second], hemmed)).toEqual(
      new Map([
        [1, 0],
        [2, 0],
      ]),
    );
  });

  it("wait for a free place until a movement ends", () => {
    const all = labels(60, 7);
    const taken = marks(all);
    const kept = placed(all, { area: AREA, taken, kept: NONE, order: AROUND });
    const nearer = all.map((label) => ({
      ...label,
      at: [300 + label.at[0] / 4, 100 + label.at[1] / 4] as const,
    }));
    const moving = placed(nearer, { area: AREA, taken: [], kept, order: AROUND, isMoving: true });
    expect(moving.size).toBeLessThan(kept.size);
    for (const [cluster, place] of moving) expect(kept.get(cluster)).toBe(place);
  });

  it("stand on the middle of a cluster that has no mark, where it is free", () => {
    const label: Label = { cluster: 0, at: [200, 100], size: [80, 15] };
    const around = { area: AREA, taken: [], kept: NONE, order: [OVER, ...AROUND] };
    expect(placed([label], around)).toEqual(new Map([[0, OVER]]));
    expect(boxAt(label, OVER)).toEqual([160, 92.5, 240, 107.5]);
  });

  it("are placed in 4 ms, 48 of them and 500", () => {
    const figures = [48, 500].map((count) => {
      const all = labels(count, 11);
      const taken = marks(all);
      const times = Array.from({ length: 40 }, () => {
        const begun = performance.now();
        placed(all, { area: AREA, taken, kept: NONE, order: AROUND });
        return performance.now() - begun;
      });
      return Math.min(...times); // the rest of the machine's work is not counted
    });
    expect(Math.max(...figures), `${figures} ms`).toBeLessThan(4);
  });
});
