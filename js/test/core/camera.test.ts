import { describe, expect, it } from "vitest";
import { Camera, CLOSEST, type Limits } from "../../src/core/camera";

const UNIT: Limits = [
  [0, 1],
  [0, 1],
];

function camera(home: Limits = UNIT): Camera {
  const made = new Camera();
  made.settle(home);
  made.inner = { left: 60, top: 10, width: 800, height: 400 };
  return made;
}

const flat = (limits: Limits): number[] => limits.flatMap((range) => [...range]);

describe("at home", () => {
  it("the ends of the axes stand at the edges, upwards on the second", () => {
    expect(camera().pixel(0, 0)).toEqual([60, 410]);
    expect(camera().pixel(1, 1)).toEqual([860, 10]);
    const wide = camera([
      [0, 9],
      [-1, 1],
    ]);
    expect(wide.pixel(9, -1)).toEqual([860, 410]);
    expect(wide.isHome && wide.isWhole).toBe(true);
  });

  it("neither a drag nor a zoom out shows less than the middle of the home", () => {
    const at = camera();
    at.panBy(1e5, 1e5);
    expect(at.pixel(0, 1)).toEqual([460, 210]);
    at.goHome();
    at.zoomAt([70, 20], 0.5);
    expect(at.isHome).toBe(true);
  });
});

describe("a pixel", () => {
  it("is the place that stands there, wherever the view looks", () => {
    const at = camera();
    at.zoomAt([300, 100], 7);
    at.panBy(31, -17);
    const [u, v] = at.place([222, 333]);
    const [x, y] = at.pixel(u, v);
    expect(x).toBeCloseTo(222, 9);
    expect(y).toBeCloseTo(333, 9);
  });

  it("is in view between the axes alone", () => {
    const at = camera();
    expect(at.holds(60, 10) && at.holds(860, 410)).toBe(true);
    expect(at.holds(59, 100) || at.holds(100, 411)).toBe(false);
  });

  it("of every point is found at once as one by one", () => {
    const at = camera();
    at.zoomAt([200, 200], 3);
    const xy = new Float32Array([0.25, 0.5, 1, 0]);
    const pixels = new Float64Array(4);
    at.project(xy, pixels);
    const [a, b] = [at.pixel(0.25, 0.5), at.pixel(1, 0)];
    for (const [k, value] of [...a, ...b].entries()) expect(pixels[k]).toBeCloseTo(value, 9);
  });
});

describe("zooming", () => {
  it("scales about the pointer", () => {
    const at = camera();
    const [before, fixed] = [at.pixel(0.5, 0.5), at.place([300, 300])];
    at.zoomAt([300, 300], 2);
    const [x, y] = at.pixel(...fixed);
    expect(x).toBeCloseTo(300, 9);
    expect(y).toBeCloseTo(300, 9);
    const after = at.pixel(0.5, 0.5);
    expect(after[0] - 300).toBeCloseTo(2 * (before[0] - 300), 9);
    expect(after[1] - 300).toBeCloseTo(2 * (before[1] - 300), 9);
  });

  it("ends where nothing more could be told apart, and comes back home", () => {
    const at = camera();
    for (let k = 0; k < 40; k++) at.zoomAt([400, 200], 2);
    expect(at.isClosest).toBe(true);
    const [[low, high]] = at.limits;
    expect(high - low).toBeCloseTo(1 / CLOSEST, 12);
    for (let k = 0; k < 40; k++) at.zoomAt([100, 390], 0.5);
    expect(at.isHome).toBe(true);
  });

  it("is bounded by the outliers' room, not by the others'", () => {
    const at = camera([
      [-5, 995],
      [0, 1],
    ]);
    for (let k = 0; k < 60; k++) at.zoomAt([60 + 800 * 0.0055, 210], 2);
    const [[low, high]] = at.limits;
    expect(high - low).toBeCloseTo(1 / CLOSEST, 9);
  });
});

describe("fitting", () => {
  const xy = new Float32Array([0.1, 0.1, 0.2, 0.4, 0.9, 0.9]);

  it("shows the points it was given, and no others", () => {
    const at = camera();
    at.fit(xy, [0, 1]);
    expect(at.holds(...at.pixel(0.1, 0.1)) && at.holds(...at.pixel(0.2, 0.4))).toBe(true);
    expect(at.holds(...at.pixel(0.9, 0.9))).toBe(false);
    expect(at.limits[0][1] - at.limits[0][0]).toBeCloseTo(0.1 * 1.16, 6);
  });

  it("keeps something around a single point, and does nothing for none", () => {
    const at = camera();
    at.fit(xy, [2]);
    expect(at.limits[0][0]).toBeCloseTo(0.85, 6);
    at.fit(xy, []);
    expect(at.limits[0][0]).toBeCloseTo(0.85, 6);
  });

  it("without outliers shows what most points take", () => {
    const at = camera([
      [-0.5, 80],
      [0, 1],
    ]);
    expect(at.isHome).toBe(true);
    at.fitWithoutOutliers();
    expect(flat(at.limits)).toEqual([0, 1, 0, 1]);
    expect(at.isHome).toBe(false);
    at.goHome();
    expect(at.isHome).toBe(true);
  });
});

describe("a point that must be seen", () => {
  const xy = new Float32Array([0.1, 0.1, 0.9, 0.9, 0.15, 0.12]);

  it("moves nothing where it is seen already", () => {
    const at = camera();
    at.zoomAt(at.pixel(0.1, 0.1), 4);
    const before = flat(at.limits);
    at.reveal(xy, [0, 2]);
    expect(flat(at.limits)).toEqual(before);
  });

  it("moves the view sideways where that is enough", () => {
    const at = camera();
    at.zoomAt(at.pixel(0.1, 0.1), 4);
    at.reveal(xy, [1]);
    expect(at.holds(...at.pixel(0.9, 0.9))).toBe(true);
    expect(at.limits[0][1] - at.limits[0][0]).toBeCloseTo(0.25, 9);
  });

  it("widens it where two lie too far apart", () => {
    const at = camera();
    at.zoomAt(at.pixel(0.1, 0.1), 50);
    at.reveal(xy, [0, 1]);
    expect(at.holds(...at.pixel(0.1, 0.1)) && at.holds(...at.pixel(0.9, 0.9))).toBe(true);
    expect(at.isHome).toBe(false);
  });
});

describe("between two views", () => {
  it("begins with the first, ends with the last, and grows steadily", () => {
    const at = camera();
    const to: Limits = [
      [0.5, 0.6],
      [0.2, 0.3],
    ];
    at.between(UNIT, to, 0);
    expect(flat(at.limits)).toEqual([0, 1, 0, 1]);
    at.between(UNIT, to, 0.5);
    expect(at.limits[0][1] - at.limits[0][0]).toBeCloseTo(Math.sqrt(0.1), 9);
    at.between(UNIT, to, 1);
    for (const [k, value] of flat(at.limits).entries()) expect(value).toBeCloseTo(flat(to)[k] ?? 0);
  });
});
