/** Words about actions that made several links at once, and about a session that has ended. */

import { count, DOT } from "./common";

export const BOTH_KINDS = "Must- and cannot-links";
export const linksOf = (number: number): string => count(number, "link");
export const removeAction = (number: number, links: number): string =>
  `Remove answer ${number}: ${count(links, "link")}`;

export const ENDED = "Ended";
export const ENDED_REST = "This session has ended.";
export const ended = (time: string | undefined): string =>
  time ? `${ENDED}${DOT}last fit at ${time}` : ENDED;
export const ENDED_LEAD = `${ENDED}. `;
