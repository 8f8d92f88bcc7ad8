/** Words about actions that made several links at once. */

import { count } from "./common";

export const BOTH_KINDS = "Must- and cannot-links";
export const linksOf = (number: number): string => count(number, "link");
export const removeAction = (number: number, links: number): string =>
  `Remove answer ${number}: ${count(links, "link")}`;
