import { describe, expect, it } from "vitest";
import { Camera } from "../../../src/core/camera";
import type { View } from "../../../src/core/view_state";
import { Thumbnails } from "../../../src/features/row_content/thumbnails";
import { EMPTY } from "../../empty_state";

const PIC = "data:image/png;base64,AAAA";

/** A plot of 400 × 300 pixels with points in a row, and images of the even ones. */
function plot(count: number, whole = false) {
  const camera = new Camera();
  camera.inner = { left: 50, top: 0, width: 400, height: 300 };
  if (!whole)
    camera.settle([
      [0, 1],
      [0, 1],
    ]);
  Object.defineProperty(camera, "isWhole", { value: whole });
  const points = Array.from({ length: count }, (_, i) => [10 * i, 100] as const);
  const asked: number[] = [];
  const get = (i: number): string => {
    asked.push(i);
    return i % 2 ? "" : PIC;
  };
  const images = { get };
  const dots = {
    ready: true,
    points: new Float64Array(2 * count),
    at: (i: number) => points[i],
    cluster: (i: number) => i % 3,
  };
  const view = { state: { ...EMPTY, pictures: true }, stage: { camera }, dots, images };
  return { view: view as unknown as View, asked };
}

describe("thumbnails", () => {
  it("stand where few points are in view, for those that have an image", () => {
    const { view, asked } = plot(20);
    const thumbnails = new Thumbnails(view);
    thumbnails.draw();
    expect(asked).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    const drawn = [...thumbnails.under.children];
    expect(drawn.map((one) => one.getAttribute("data-row"))).toEqual([
      "6",
      "8",
      "10",
      "12",
      "14",
      "16",
      "18",
    ]);
    expect(drawn[0]?.getAttribute("transform")).toBe("translate(60 100)");
    expect(drawn[0]?.querySelector("image")?.getAttribute("href")).toBe(PIC);
    expect(drawn[0]?.querySelector("rect")?.getAttribute("data-cluster")).toBe("0");
    thumbnails.draw();
    expect([...thumbnails.under.children]).toEqual(drawn);
    view.state.pictures = false;
    thumbnails.draw();
    expect(thumbnails.under.children).toHaveLength(0);
  });

  it("are none in the whole view, and none of very many points", () => {
    const whole = plot(20, true);
    const thumbnails = new Thumbnails(whole.view);
    thumbnails.draw();
    expect(whole.asked).toEqual([]);
    const { view, asked } = plot(20);
    Object.assign(view.dots as object, { points: new Float64Array(400), at: () => [60, 100] });
    new Thumbnails(view).draw();
    expect(asked).toEqual([]);
  });
});
