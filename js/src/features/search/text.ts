/** Text on the page: search. */

import { grouped } from "../../core/text";

export const SEARCH = "Search";
export const SEARCH_NAMES = "Search in names";
export const SEARCH_ALL = "Search in names and texts";
export const CLOSE_SEARCH = "Close search";
export const CLEAR = "Clear the search";
export const FOUND = "Found";
export const STEP = "step";
export const NO_TEXT = "no text";
export const meant = (text: string): string => `Did you mean ${text}?`;
export const selectAll = (rows: number): string => `Select all ${grouped(rows)}`;
/** The place of a hit among all. */
export const place = (at: number, total: number): string => `${grouped(at)} of ${grouped(total)}`;
export const hit = (where: string, name: string, cluster: string | undefined): string =>
  `Hit ${where}: ${cluster ? `${name}, ${cluster}` : name}. Enter ${
    cluster ? "picks" : "opens"
  } it, Esc ends the search.`;
