/** The looks of points that are filled by a column: its colours, the edges of their clusters. */

import type { Attributes } from "../../core/dom";
import type { Dots, Fill, Look, Rgb } from "../../core/dots";
import type { View } from "../../core/view_state";
import {
  COLOURS,
  NONE,
  OWN,
  OUT as PALE,
  printed,
  printedSpot,
  SPOT,
} from "../../plot/value_colours";

/** The code of what is filtered out, on the page. */
const OUT = 18;
const EVERY = Array.from({ length: OUT + 1 }, (_, code) => code);
const EDGE = 1.6;
/** How much of a point without a value, and of one that is filtered out, shows as a square. */
const HOLLOW_SPOT = 0.35;
const OUT_SPOT = 0.3;
/** In pictures what is filtered out, and squares without a value. */
const [LINE, HOLLOW] = ["#757575", "#d8d8d8"];
const GREY: Rgb = [128, 128, 128];
const BLACK: Rgb = [0, 0, 0];
/** The fill that these bytes describe, painted from the back: what is filtered out comes first. */
export function fillFrom(view: View, bytes: DataView): Fill {
  const codes = Uint8Array.from({ length: bytes.byteLength }, (_, i) => codeOf(bytes.getUint8(i)));
  const looks: Fill["looks"] = (...around) => looksOf(view, ...around);
  return {
    key: String(++made),
    codes,
    order: order(codes),
    looks,
    drawn: (i, small) => drawn(codes[i], small),
  };
}

/** By the look of the first cluster, which is read anew with every theme. */
const known = new WeakMap<Look, Look[]>();

/** The looks of every fill, made once a theme: to ask the style sheet has the page styled first. */
function looksOf(view: View, ...[clusters, ground, isDark]: Parameters<Fill["looks"]>): Look[] {
  const [first] = clusters;
  const before = first && known.get(first);
  if (before?.length === EVERY.length * clusters.length) return before;
  const style = getComputedStyle(view.root);
  const inks = EVERY.slice(0, COLOURS).map((k) => style.getPropertyValue(`--ssc-v${k}`).trim());
  const pale = `color-mix(in srgb,${style.getPropertyValue("--ssc-field")} 30%,transparent)`;
  const looks = EVERY.flatMap((code) =>
    clusters.map((look) => dressed(look, code, inks[code], { ground, isDark, pale })),
  );
  if (first) known.set(first, looks);
  return looks;
}

let made = 0;

const codeOf = (byte: number): number => (byte >= PALE ? OUT : byte);

interface Around {
  ground: Rgb;
  isDark: boolean;
  pale: string;
}

function dressed(look: Look, code: number, ink: string | undefined, around: Around): Look {
  const { ground, isDark, pale } = around;
  if (code === OWN) return look;
  if (code === OUT)
    return { ...look, fill: "transparent", edge: pale, spot: mixed(ground, GREY, OUT_SPOT) };
  const edge = { edge: isDark ? look.fill : look.edge, width: EDGE };
  if (code === NONE)
    return { ...look, ...edge, fill: "transparent", spot: mixed(ground, look.spot, HOLLOW_SPOT) };
  const full = rgb(ink ?? "");
  const spot = isDark ? full : mixed(BLACK, full, SPOT);
  return { ...look, ...edge, fill: ink ?? "", spot };
}

const mixed = (under: Rgb, over: Rgb, share: number): Rgb => {
  const part = (c: 0 | 1 | 2): number => Math.round(under[c] + (over[c] - under[c]) * share);
  return [part(0), part(1), part(2)];
};

const rgb = (hex: string): Rgb => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) || 0;
  return [part(1), part(3), part(5)];
};

function order(codes: Uint8Array): Uint32Array | null {
  if (!codes.includes(OUT)) return null;
  const places = new Uint32Array(codes.length);
  let next = 0;
  for (const wanted of [true, false])
    for (let i = 0; i < codes.length; i++) if ((codes[i] === OUT) === wanted) places[next++] = i;
  return places;
}

/** How a picture that is saved shows a point. */
function drawn(code: number | undefined, small: boolean): Attributes | null {
  if (code === undefined || code === OWN) return null;
  if (code === OUT)
    return { ...(small ? { fill: LINE } : { fill: "none", stroke: LINE }), opacity: 0.3 };
  if (small) return { fill: code === NONE ? HOLLOW : printedSpot(code), opacity: 1 };
  return { fill: printed(code), "stroke-width": EDGE };
}

/** Give bqplot's nodes an attribute for their colour; a canvas needs none. */
export function flagNodes(dots: Dots, fill: Fill | null): void {
  const groups = new Map<number, number[]>(EVERY.map((code) => [code, []]));
  for (let i = 0; i < (fill?.codes.length ?? 0); i++) groups.get(fill?.codes[i] ?? OWN)?.push(i);
  for (const [code, points] of groups)
    if (code !== OWN) dots.flag(code === OUT ? "data-out" : `data-v${code}`, points);
}
