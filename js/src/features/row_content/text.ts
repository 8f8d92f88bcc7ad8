/** Text on the page: row content. */

import { count, DOT } from "../../core/text";

export const WAITING = "Being worked out";
export const DOTS = "…";
export const LARGER = "Larger";
export const NARROWER = "Narrower panel";
export const WIDER = "Wider panel";
export const imageOf = (name: string): string => `Image of point ${name}`;
export const imageLarger = (name: string): string => `${imageOf(name)}, larger`;
export const textOf = (name: string): string => `Text of ${name}`;
export const CLOSE_IMAGE = "Close image";
export const CLOSE_IMAGE_HINT = `${CLOSE_IMAGE} (Esc)`;
export const FIND = "Find a point";
export const FOUND = "Points found";
export const FIND_PLACEHOLDER = "Part of a name, or a number";
export const NOT_FOUND = "No point of that name or number.";
export const matches = (found: number, more: number): string =>
  `${count(found + more, "point")}${more ? `${DOT}the first ${found}` : ""}`;
