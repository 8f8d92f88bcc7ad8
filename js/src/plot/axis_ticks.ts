/** Round numbers along an axis, and how they are written. */

import type { Range } from "../core/camera";

/** About so many pixels between two ticks, across and upwards. */
export const ABOUT = [100, 56] as const;
const MOST = 8;

export interface Tick {
  readonly value: number;
  readonly text: string;
}

/** Multiples of 1, 2 or 5 times a power of ten between two ends, about as many as fit. */
export function ticks([low, high]: Range, pixels: number, apart: number): Tick[] {
  const count = Math.max(2, Math.min(MOST, Math.round(pixels / apart)));
  const raw = (high - low) / count;
  if (!(raw > 0) || !Number.isFinite(raw)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * nearest(raw / power);
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)];
  // beyond what a number can tell apart there is nothing to write
  if (last - first > 4 * MOST || !Number.isSafeInteger(last)) return [];
  if (texts.size > 999) texts.clear();
  const found: Tick[] = [];
  for (let k = first; k <= last; k++) {
    const value = Number((k * step).toPrecision(12));
    const key = `${value} ${step}`;
    const text = texts.get(key) ?? written(value, step);
    texts.set(key, text);
    found.push({ value, text });
  }
  return found;
}

/** Writing a number takes longer than all else that is drawn of an axis. */
const texts = new Map<string, string>();

const nearest = (ratio: number): number =>
  [1, 2, 5, 10].reduce((best, factor) =>
    Math.abs(Math.log(ratio / factor)) < Math.abs(Math.log(ratio / best)) ? factor : best,
  );

/** A number as its neighbours on the axis need it, as the kernel writes the others. */
export function written(value: number, step: number): string {
  const size = Math.abs(value);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const digits = size > 0 ? Math.floor(Math.log10(size) + 1e-9) : 0;
  const places = Math.min(12, decimals);
  const [short = "", power] =
    size !== 0 && (digits >= 9 || decimals > 6)
      ? value.toExponential(Math.min(12, Math.max(0, digits + decimals))).split("e")
      : [value.toFixed(places)];
  // adding 0 takes its sign from a zero
  const text = (Number(short) + 0).toLocaleString("en-GB", {
    maximumFractionDigits: power ? 12 : places,
    useGrouping: size >= 1e4,
  });
  return text.replace("-", "−") + (power ? ` × 10${raised(Number(power))}` : "");
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = (power: number): string =>
  [...String(power)].map((digit) => RAISED[Number(digit)] ?? "⁻").join("");
