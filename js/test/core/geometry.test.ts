import { describe, expect, it } from "vitest";
import { combined, enclosed, near, neighbour, rings, shortened } from "../../src/core/geometry";

const GRID = [0, 0, 10, 0, 20, 0, 0, 10, 10, 10, 20, 10];

describe("a lasso", () => {
  it("holds the points inside, also in the hollow of a concave outline", () => {
    const horseshoe = [
      [-5, -5],
      [25, -5],
      [25, 15],
      [15, 15],
      [15, 5],
      [5, 5],
      [5, 15],
      [-5, 15],
    ] as const;
    expect(enclosed(GRID, horseshoe)).toEqual([0, 1, 2, 3, 5]);
  });

  it("needs three corners", () => {
    expect(
      enclosed(GRID, [
        [0, 0],
        [20, 10],
      ]),
    ).toEqual([]);
  });

  it("agrees with the angle that an outline subtends", () => {
    const outline = Array.from({ length: 9 }, (_, k) => {
      const turn = (2 * Math.PI * k) / 9;
      const reach = k % 2 ? 3 : 8;
      return [reach * Math.cos(turn), reach * Math.sin(turn)] as const;
    });
    const points = Array.from({ length: 400 }, (_, k) => ((k * 7919) % 1777) / 100 - 8.885);
    const winding = (x: number, y: number): number =>
      outline.reduce((sum, [px, py], k) => {
        const [qx, qy] = outline[(k + 1) % outline.length] as readonly [number, number];
        const turn = Math.atan2(qy - y, qx - x) - Math.atan2(py - y, px - x);
        return sum + Math.atan2(Math.sin(turn), Math.cos(turn));
      }, 0);
    const expected = Array.from({ length: 200 }, (_, i) => i).filter(
      (i) => Math.abs(winding(points[2 * i] as number, points[2 * i + 1] as number)) > 3,
    );
    expect(expected.length).toBeGreaterThan(20);
    expect(enclosed(points, outline)).toEqual(expected);
  });

  it("replaces, adds and removes", () => {
    expect(combined([1, 2], [5, 3], "replace")).toEqual([3, 5]);
    expect(combined([1, 4], [3, 1], "add")).toEqual([1, 3, 4]);
    expect(combined([1, 3, 4], [3, 9], "remove")).toEqual([1, 4]);
  });
});

describe("a click", () => {
  it("finds the nearest first, and of two at one spot the upper", () => {
    expect(near([0, 0, 3, 0, 0, 0, 50, 0], 0.4, 0, 5)).toEqual([2, 0, 1]);
  });
});

describe("an arrow key", () => {
  it("goes to the nearest point within 45 degrees", () => {
    expect(neighbour(GRID, [0, 0], "right")).toBe(1);
    expect(neighbour(GRID, [10, 0], "down")).toBe(4);
    expect(neighbour([0, 0, 9, 8, 4, 5], [0, 0], "right")).toBe(1);
  });

  it("takes a point further off to the side where there is none ahead", () => {
    expect(neighbour([0, 0, 2, 30], [0, 0], "right")).toBe(1);
    expect(neighbour(GRID, [20, 10], "right")).toBeNull();
  });

  it("reaches every point of a grid from every other", () => {
    const seen = new Set([0]);
    const queue = [0];
    for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
      for (const way of ["left", "right", "up", "down"] as const) {
        const next = neighbour(GRID, [GRID[2 * i] as number, GRID[2 * i + 1] as number], way);
        if (next === null || seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    expect(seen.size).toBe(6);
  });
});

describe("drawing", () => {
  it("ends a link short of its points, unless they are too close", () => {
    expect(shortened([0, 0], [100, 0], 6.5)).toEqual([
      [6.5, 0],
      [93.5, 0],
    ]);
    expect(shortened([0, 0], [10, 0], 6.5)).toEqual([
      [0, 0],
      [10, 0],
    ]);
  });

  it("puts all rings into one path", () => {
    expect(rings(GRID, [1, 5], 9).match(/M/g)).toHaveLength(2);
    expect(rings(GRID, [1], 9)).toMatch(/^M1 0a9 9/);
  });
});
