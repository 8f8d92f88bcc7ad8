/** Text on the page: row content. */

import { count, DOT } from "../../core/text";

export const CLOSE_IMAGE = "Close image";
export const CLOSE_IMAGE_HINT = `${CLOSE_IMAGE} (Esc)`;
export const FIND = "Find a point";
export const FOUND = "Points found";
export const FIND_PLACEHOLDER = "Name, number or text";
export const NOT_FOUND = "No point has that name, number or text.";
export const NONE_YET = "No match yet";
export const unread = (number: number): string =>
  number ? `${DOT}${count(number, "point")} left to search` : "";
export const matches = (found: number, more: number): string =>
  `${count(found + more, "point")}${more ? `${DOT}the first ${found}` : ""}`;
