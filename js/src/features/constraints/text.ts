/** Text on the page: constraints. */

import { count, pairOf } from "../../core/text";

export const BOTH_KINDS = "Must- and cannot-links";
export const linksOf = (number: number): string => count(number, "link");
export const removeAction = (number: number, links: number): string =>
  `Remove answer ${number}: ${count(links, "link")}`;
export const AUTOMATIC = "auto";
export const AUTOMATIC_HINT = "Answered from the true labels";
export const COLUMNS = ["Answer", "Pair", "Kind", "State"];
/** The number of an answer, with the initials of who gave it. */
export const signed = (number: number, who: string): string =>
  [number, ...who.split(/\s+/, 2).map((part) => part.slice(0, 1))].join(" ").trim();
export const VIOLATED = "Violated";
export const SUSPECTED = "May be wrong";
export const SOFT = " soft";
export const NO_CONSTRAINTS =
  "None yet. Each answer links two points: a must-link holds them together, a cannot-link keeps them apart.";
export const ignored = (clusterer: string): string => `${clusterer} ignores constraints.`;
export const insteadUse = (clusterer: string): string => `Use ${clusterer}`;
export const notListed = (number: number): string => `${number} more, shown on the plot only`;
export const showPair = (a: string, b: string): string => `Show ${pairOf(a, b)} on the plot`;
export const remove = (number: number): string => `Remove answer ${number}`;
export const ALWAYS_KEEP = "Always keep";
export const alwaysKeep = (number: number): string => `${ALWAYS_KEEP} answer ${number}`;
export const ALWAYS_KEEP_HINT = "Keep this answer even if others contradict it";
export const [ALLOW, EXCEPTIONS] = ["Allow", "exceptions"];
export const ALLOW_EXCEPTIONS = `${ALLOW} ${EXCEPTIONS}`;
export const LINKS_SHOWN = "Links shown";
export const LINKS = { all: "all", recent: "recent", none: "none" };
