/** The fills of points by a column, outside the page, on white: those of the light colours.css. */

/** Codes as the kernel sends them: 0–7 steps, 8–15 kinds, then no value, and the cluster's own. */
export const STEPS = 8;
export const COLOURS = 16;
export const NONE = 16;
export const OWN = 17;
/** The kernel adds this to the code of a point that is filtered out. */
export const OUT = 128;

const VALUES = [
  ...["#ffffd0", "#d3eec0", "#a2dbb7", "#6cc5bd", "#3fa8c1", "#2a83b9", "#275da8", "#173a80"],
  ...["#CC6677", "#332288", "#DDCC77", "#117733", "#88CCEE", "#882255", "#44AA99", "#a8a8a8"],
];

/** What a code is filled with; nothing without a value, or filtered out. */
export const printed = (code: number): string => VALUES[code] ?? "none";

/** Share of the colour in a square, which has no edge that shows it on white; the rest is black. */
export const SPOT = 0.82;

/** The same for squares. */
export const printedSpot = (code: number): string => {
  const value = VALUES[code];
  if (!value) return "none";
  const parts = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part * SPOT)).join(",")})`;
};
