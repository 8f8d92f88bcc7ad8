import { expect, it, vi } from "vitest";
import type { Look, Rgb } from "../../../src/core/dots";
import type { View } from "../../../src/core/view_state";
import { fillFrom } from "../../../src/features/colours/fills";

const WHITE: Rgb = [255, 255, 255];
const LOOK: Look = { fill: "#E69F00", edge: "#8e6300", shape: "M0 0", spot: [200, 100, 0] };

function made(...codes: number[]) {
  const root = document.createElement("div");
  root.style.setProperty("--ssc-v3", "#102030");
  root.style.setProperty("--ssc-field", "gray");
  return fillFrom({ root } as unknown as View, new DataView(Uint8Array.from(codes).buffer));
}

it("takes the fill from the column, and edge and shape from the cluster", () => {
  const looks = made(3).looks([LOOK, { ...LOOK, shape: "M1 1" }], WHITE, false);
  expect(looks[3 * 2 + 1]).toEqual({
    ...{ fill: "#102030", edge: "#8e6300", shape: "M1 1" },
    ...{ spot: [13, 26, 39], width: 1.6 },
  });
  expect(looks[16 * 2]).toMatchObject({ fill: "transparent", edge: "#8e6300" });
  expect(made(3).looks([{ ...LOOK }], WHITE, true)[3]?.edge).toBe("#E69F00");
});

it("asks the style sheet once for the looks of a theme, whatever the points show", () => {
  const [clusters, asked] = [[{ ...LOOK }], vi.spyOn(globalThis, "getComputedStyle")];
  const first = made(3).looks(clusters, WHITE, false);
  expect(made(4).looks([...clusters], WHITE, false)).toBe(first);
  expect(asked).toHaveBeenCalledTimes(1);
  const more = made(4).looks([...clusters, LOOK], WHITE, false);
  expect(more.length).toBe(2 * first.length);
  expect(made(4).looks([{ ...LOOK }], WHITE, true)).not.toBe(first);
  expect(asked).toHaveBeenCalledTimes(3);
});

it("leaves a point that has the colour of its cluster as it is", () => {
  expect(made(17).looks([LOOK], WHITE, false)[17]).toBe(LOOK);
  expect(made(17).drawn?.(0, true)).toBe(null);
});

it("paints what is filtered out first and pale", () => {
  const fill = made(2, 128 + 5, 16, 128);
  expect([...(fill.codes as Uint8Array)]).toEqual([2, 18, 16, 18]);
  expect([...(fill.order as Uint32Array)]).toEqual([1, 3, 0, 2]);
  expect(made(2, 5).order).toBe(null);
  const [pale] = fill.looks([LOOK], WHITE, false).slice(18);
  expect(pale).toMatchObject({
    fill: "transparent",
    edge: "color-mix(in srgb,gray 30%,transparent)",
  });
});

it("has the colours of the light theme in pictures, and other keys for other points", () => {
  expect(made(0).drawn?.(0, false)).toEqual({ fill: "#ffffd0", "stroke-width": 1.6 });
  expect(made(16).drawn?.(0, false)).toEqual({ fill: "none", "stroke-width": 1.6 });
  expect(made(128).drawn?.(0, false)).toEqual({ fill: "none", stroke: "#757575", opacity: 0.3 });
  const squares = [0, 16, 128].map((code) => made(code).drawn?.(0, true));
  expect(squares).toEqual([
    { fill: "rgb(209,209,171)", opacity: 1 },
    { fill: "#d8d8d8", opacity: 1 },
    { fill: "#757575", opacity: 0.3 },
  ]);
  expect(made(0).key).not.toBe(made(0).key);
});
