import { describe, expect, it } from "vitest";
import { keptPoints, RINGS } from "../../src/plot/lit";
import { fresh, type Local } from "../../src/view";

const back = (number: number, differs = true): { local: Local } => {
  const differ = Array.from({ length: number }, (_, i) => i);
  return { local: { ...fresh(), past: { differs, moment: { differ } } as Local["past"] } };
};

describe("points that alone stay bright", () => {
  it("are those that differ from now, where rings around them would be too many", () => {
    expect(keptPoints(back(RINGS + 1))).toHaveLength(RINGS + 1);
    expect(keptPoints(back(RINGS))).toBe(undefined);
    expect(keptPoints(back(RINGS + 1, false))).toBe(undefined);
    expect(keptPoints({ local: fresh() })).toBe(undefined);
  });
});
