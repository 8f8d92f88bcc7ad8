import { describe, expect, it } from "vitest";
import type { Colour, Picture } from "../../../src/plot/painters/marker_sprites";
import { drawSquares, type Squares } from "../../../src/plot/painters/squares_painter";

const WHITE: Colour = [255, 255, 255];
const RED: Colour = [255, 0, 0];
const BLUE: Colour = [0, 0, 255];

function drawn(points: number[], more: Partial<Squares> = {}, scale = 1): Picture {
  const [width, height] = [40 * scale, 40 * scale];
  const picture = { width, height, scale, bytes: new Uint8ClampedArray(4 * width * height) };
  drawSquares(picture, {
    points: Float64Array.from(points),
    within: { left: 0, top: 0, width: 40, height: 40 },
    look: () => 0,
    painted: (k) => k,
    cluster: () => 0,
    colours: [RED, BLUE],
    ground: WHITE,
    selected: new Set(),
    strength: 1,
    bright: null,
    lit: new Set(),
    ...more,
  });
  return picture;
}

const pixel = ({ bytes, width }: Picture, x: number, y: number): number[] => [
  ...bytes.slice(4 * (y * width + x), 4 * (y * width + x) + 3),
];

/** How many pixels are not the ground's. */
const inked = ({ bytes, width, height }: Picture): number =>
  Array.from({ length: width * height }, (_, k) => k).filter(
    (k) => bytes[4 * k] !== 255 || bytes[4 * k + 1] !== 255 || bytes[4 * k + 2] !== 255,
  ).length;

describe("squares", () => {
  it("are two pixels wide, and full in colour where a point is alone", () => {
    const picture = drawn([20, 20]);
    expect(inked(picture)).toBe(4);
    expect(pixel(picture, 19, 19)).toEqual([...RED]);
    expect(pixel(picture, 21, 19)).toEqual([...WHITE]);
  });

  it("are paler where four or more share a cell", () => {
    const close = [17.2, 17.2, 21.2, 17.2, 17.2, 21.2, 21.2, 21.2];
    expect(pixel(drawn(close), 16, 16)).toEqual([255, 102, 102]);
    expect(pixel(drawn(close.slice(2)), 20, 16)).toEqual([...RED]);
  });

  it("lie in the order of the data, the later on top", () => {
    const picture = drawn([20, 20, 20, 20], { look: (i) => i });
    expect(pixel(picture, 20, 20)).toEqual([...BLUE]);
  });

  it("have as many of the screen's own pixels as it has", () => {
    expect(inked(drawn([20, 20], {}, 2))).toBe(16);
  });

  it("of selected points are larger", () => {
    expect(inked(drawn([20, 20], { selected: new Set([0]) }))).toBe(9);
  });

  it("step back with the rest, and end at the axes", () => {
    expect(pixel(drawn([20, 20], { strength: 0.2 }), 20, 20)).toEqual([255, 204, 204]);
    expect(inked(drawn([-5, 20, 300, 20, 20, -2]))).toBe(0);
    expect(inked(drawn([40, 40]))).toBeLessThanOrEqual(4);
  });
});
