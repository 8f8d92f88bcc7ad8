/** Text on the page: selection. */

import { count, grouped } from "../../core/text";

export const SELECTED = "Selected";
export const SHOW_AS_TABLE = "Show as a table";
export const CLOSE_TABLE = "Close table";
export const SELECTED_COLUMNS = ["Point", "Cluster"];
export const TEXT = "Text";
export const notListedRows = (more: number): string => `and ${grouped(more)} more`;
export const splitOff = (name: string): string => `Split off from ${name}`;
export const NEW_CLUSTER = "New cluster";
export const selected = (points: number): string => `${count(points, "point")} selected`;
export const allMust = (links: number): string => `All must-link: ${count(links, "link")}`;
export const CANNOT_WITH_GROUP = "Cannot-link with group…";
export const cannotWithFirst = (points: number, links: number | null): string =>
  `Cannot-link with the first ${points}${links ? `: ${count(links, "link")}` : ""}`;
export const LABEL_AS = "Label as…";
export const BACK = "Back";
