/** Text on the page: constraints. */

import { andMore, count, pairOf } from "../../core/text";

export const BOTH_KINDS = "Must- and cannot-links";
export const linksOf = (number: number): string => count(number, "link");
export const removeAction = (number: number, links: number): string =>
  `Remove answer ${number}: ${count(links, "link")}`;
export const AUTOMATIC = "auto";
export const AUTOMATIC_HINT = "Answered from the true labels";
export const COLUMNS = ["Answer", "Pair", "Kind", "State"];
export const VIOLATED = "Violated";
export const SUSPECTED = "Suspected";
export const SOFT = " soft";
export const NO_CONSTRAINTS = "None yet.";
export const ignored = (clusterer: string): string => `${clusterer} ignores constraints.`;
export const notListed = (number: number): string => `${andMore(number)}, all kept on the plot.`;
export const showPair = (a: string, b: string): string => `Show ${pairOf(a, b)} on the plot`;
export const remove = (number: number): string => `Remove answer ${number}`;
export const ENFORCE = "Enforce";
export const enforce = (number: number): string => `${ENFORCE} answer ${number}`;
export const ENFORCE_HINT = "Keep this pair wherever that is possible, whatever other answers say";
export const [STATE, SOFTLY] = ["State", "softly"];
export const STATE_SOFTLY = `${STATE} ${SOFTLY}`;
/** Which links are drawn in full. */
export const LINKS_SHOWN = "Links shown";
export const LINKS = { all: "all", recent: "recent", none: "none" };
