/** Words about images, texts, names, and the selected points. */

import { count, DOT } from "./common";

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

export const SELECTED = "Selected";
export const SHOW_AS_TABLE = "Show as a table";
export const CLOSE_TABLE = "Close table";
export const SELECTED_COLUMNS = ["Point", "Cluster"];
export const TEXT = "Text";
export const notListedRows = (more: number): string => `and ${more.toLocaleString("en-GB")} more`;

export const FIND = "Find a point";
export const FOUND = "Points found";
export const FIND_HINT = `${FIND} (/)`;
export const FIND_PLACEHOLDER = "Part of a name, or a number";
export const NOT_FOUND = "No point of that name or number.";
export const matches = (found: number, more: number): string =>
  `${count(found + more, "point")}${more ? `${DOT}the first ${found}` : ""}`;
