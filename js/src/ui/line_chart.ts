/** The parts of a line chart: the places of its values, lines through them, and where a line is pale. */

import { s } from "../core/dom";
import { round } from "../core/geometry";

export type Place = readonly [x: number, y: number];

/** The places of the known values; `x` and `y` map the index and the value to pixels. */
export function placesOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): Place[] {
  return values.flatMap((value, i): Place[] =>
    value === null ? [] : [[round(x(i)), round(y(value))]],
  );
}

export const pointsOf = (places: readonly Place[]): string =>
  places.map((place) => place.join(",")).join(" ");

export const line = (style: string, places: readonly Place[], curve?: number): SVGElement =>
  s("polyline", { class: style, "data-curve": curve, points: pointsOf(places) });

/** The part of a line up to a place, and the part from there on, which is drawn pale. */
export const splitAt = (places: readonly Place[], x: number): [before: Place[], after: Place[]] => [
  places.filter(([at]) => at <= x),
  places.filter(([at]) => at >= x),
];
