import { describe, expect, it } from "vitest";
import {
  blend,
  fill,
  type Picture,
  type Sprite,
  words,
} from "../../../src/plot/painters/marker_sprites";

const ground = (): Picture => {
  const picture = { width: 6, height: 4, scale: 1, bytes: new Uint8ClampedArray(96) };
  fill(picture, [200, 100, 0]);
  return picture;
};
const mark: Sprite = {
  side: 2,
  words: words(Uint8ClampedArray.from([0, 0, 0, 255, 0, 0, 0, 0, 100, 0, 0, 51, 0, 0, 0, 255])),
};
const pixel = ({ bytes, width }: Picture, x: number, y: number): number[] => [
  ...bytes.slice(4 * (y * width + x), 4 * (y * width + x) + 4),
];

describe("a mark among the pixels", () => {
  it("covers, lets through and mixes as its opacity says", () => {
    const picture = ground();
    blend(picture, mark, 3, 2);
    expect(pixel(picture, 2, 1)).toEqual([0, 0, 0, 255]);
    expect(pixel(picture, 3, 1)).toEqual([200, 100, 0, 255]);
    expect(pixel(picture, 2, 2)).toEqual([180, 80, 0, 255]);
    expect(pixel(picture, 4, 2)).toEqual([200, 100, 0, 255]);
  });

  it("steps back where it is to", () => {
    const picture = ground();
    blend(picture, mark, 3, 2, 0.5);
    expect(pixel(picture, 2, 1)).toEqual([100, 50, 0, 255]);
  });

  it("is cut off at the edges", () => {
    const picture = ground();
    blend(picture, mark, 0, 0);
    blend(picture, mark, 6, 4);
    blend(picture, mark, -9, 40);
    expect(pixel(picture, 0, 0)).toEqual([0, 0, 0, 255]);
    expect(pixel(picture, 5, 3)).toEqual([0, 0, 0, 255]);
    expect(pixel(picture, 1, 0)).toEqual([200, 100, 0, 255]);
  });
});
