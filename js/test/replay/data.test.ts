/** Steps are unpacked from what changed between them. */

import { expect, it } from "vitest";
import { type Answered, type Data, numbers, type StepData, unpacked } from "../../src/replay/data";

const packed = (...values: number[]): string => btoa(String.fromCharCode(...values));
const answer = (number: number): Answered => ({
  number,
  action: number,
  i: 0,
  j: 1,
  kind: "must",
  soft: false,
  source: "user",
  time: 0,
});
const step = (change: Partial<StepData>): StepData => ({
  cause: "",
  fitted: "",
  moved: 0,
  added: [],
  removed: [],
  violated: [],
  score: null,
  kept: null,
  clusters: [],
  ...change,
});

it("reads numbers of one, two and four bytes, little endian", () => {
  expect(numbers(packed(1, 255), 1)).toEqual([1, 255]);
  expect(numbers(packed(1, 2), 2)).toEqual([513]);
  expect(numbers(packed(1, 0, 0, 1), 4)).toEqual([16_777_217]);
});

it("carries labels and answers on from step to step", () => {
  const data = {
    n: 3,
    itemsize: 1,
    steps: [
      step({ all: packed(0, 1, 2), added: [answer(1)] }),
      step({ rows: packed(1, 0, 0, 0), labels: packed(2), added: [answer(2)] }),
      step({ removed: [1] }),
    ],
  } as unknown as Data;
  const shown = unpacked(data);
  expect(shown.map(({ labels }) => [...labels])).toEqual([
    [0, 1, 2],
    [0, 2, 2],
    [0, 2, 2],
  ]);
  const told = shown.map(({ answers }) => answers.map(({ number }) => number));
  expect(told).toEqual([[1], [1, 2], [2]]);
});
