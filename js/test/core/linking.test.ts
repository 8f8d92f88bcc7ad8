import { describe, expect, it } from "vitest";
import { arm, candidates, IDLE, pick, settled, speaksOfPicks } from "../../src/core/linking";

const first = (point: number, question: string | null = null) =>
  pick(IDLE, "inspect", point, false, question).linking;

describe("linking two points", () => {
  it("takes a point, a kind and a point", () => {
    const armed = arm(first(4), "must").linking;
    expect(pick(armed, "inspect", 7, false, null)).toEqual({
      linking: IDLE,
      made: { i: 4, j: 7, kind: "must" },
    });
  });

  it("takes two points and a kind", () => {
    const both = pick(first(4), "inspect", 7, false, null).linking;
    expect(arm(both, "cannot").made).toEqual({ i: 4, j: 7, kind: "cannot" });
  });

  it("makes a must-link of two clicks in Link mode, and C makes it a cannot-link", () => {
    const started = pick(IDLE, "link", 4, false, null).linking;
    expect(started.kind).toBe("must");
    const switched = arm(started, "cannot").linking;
    expect(pick(switched, "link", 7, false, null).made).toEqual({ i: 4, j: 7, kind: "cannot" });
  });

  it("never links a point to itself", () => {
    const armed = arm(first(4), "must").linking;
    expect(pick(armed, "inspect", 4, false, null)).toEqual({ linking: armed });
  });

  it("goes to the point beneath when the same spot is clicked again", () => {
    expect(pick(first(4), "inspect", 9, true, null).linking).toMatchObject({
      first: 9,
      second: null,
    });
    const both = pick(first(4), "inspect", 7, false, null).linking;
    expect(pick(both, "inspect", 8, true, null).linking).toMatchObject({ first: 4, second: 8 });
  });

  it("can link a point to the one beneath it", () => {
    const armed = arm(first(4), "must").linking;
    expect(candidates(armed, [4, 9])).toEqual([9]);
  });

  it("starts anew with a third point", () => {
    const both = pick(first(4), "inspect", 7, false, null).linking;
    expect(pick(both, "inspect", 1, false, null).linking).toMatchObject({ first: 1, second: null });
  });

  it("does nothing with a kind and no point", () => {
    expect(arm(IDLE, "must")).toEqual({ linking: IDLE });
  });
});

describe("with a question open", () => {
  it("M and C are about it, unless a point was picked after it opened", () => {
    expect(speaksOfPicks(IDLE, "10")).toBe(false);
    expect(speaksOfPicks(first(4), "10")).toBe(false);
    expect(speaksOfPicks(first(4, "10"), "10")).toBe(true);
  });

  it("a new one lets go of picked points, but not of a link that is half made", () => {
    expect(settled(first(4, "10"), "11")).toBe(IDLE);
    const armed = arm(first(4, "10"), "must").linking;
    expect(settled(armed, "11")).toBe(armed);
  });
});
