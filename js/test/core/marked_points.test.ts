import { describe, expect, it } from "vitest";
import { keptPoints, RINGS } from "../../src/core/marked_points";
import { Local } from "../../src/core/view_state";
import { EMPTY } from "../empty_state";
import { CONFLICT } from "../fixtures";

const rows = (number: number): number[] => Array.from({ length: number }, (_, i) => i);

const back = (number: number, differs = true) => {
  const past = { differs, moment: { differ: rows(number) } } as Local["past"];
  return { state: { ...EMPTY, moved: rows(RINGS + 2) }, local: { ...new Local(), past } };
};

const fitted = (number: number, local: Partial<Local> = {}) => ({
  state: { ...EMPTY, moved: rows(number) },
  local: { ...new Local(), movedShown: true, ...local },
});

describe("points that alone stay bright", () => {
  it("are those that differ from now, where rings around them would be too many", () => {
    expect(keptPoints(back(RINGS + 1))).toHaveLength(RINGS + 1);
    expect(keptPoints(back(RINGS))).toBe(undefined);
    expect(keptPoints(back(RINGS + 1, false))).toBe(undefined);
    expect(keptPoints({ state: EMPTY, local: new Local() })).toBe(undefined);
  });

  it("are those that a fit has moved, likewise, while that is news", () => {
    expect(keptPoints(fitted(RINGS + 1))).toHaveLength(RINGS + 1);
    expect(keptPoints(fitted(RINGS))).toBe(undefined);
    expect(keptPoints(fitted(RINGS + 1, { movedShown: false }))).toBe(undefined);
    const fitStep = {} as Local["fitStep"];
    expect(keptPoints(fitted(RINGS + 1, { fitStep }))).toBe(undefined);
    const { state, local } = fitted(RINGS + 1);
    expect(keptPoints({ state: { ...state, conflict: CONFLICT }, local })).toBe(undefined);
  });

  it("are those of a preview before all others", () => {
    const planned = { kept: [3] } as unknown as Local["planned"];
    expect(keptPoints(fitted(RINGS + 1, { planned }))).toEqual([3]);
  });
});
