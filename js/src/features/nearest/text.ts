/** Text on the page: nearest. */

import { KIND_NAMES } from "../../core/text";

export const NEAREST = "Nearest points";
export const nearestTo = (name: string): string => `Nearest to ${name}`;
export const CLOSE_LIST = "Close the list";
export const MEASURED_BY = "Distance by";
export const METRICS = { clustered: "As clustered", raw: "Raw features" } as const;
export const DISTANCE = "distance";
export const LISTED = "The nearest points";
export const PICK_ONE = "Select a point first, then press R.";
const ORDINALS = ["", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ", "eighth "];
const ordinal = (place: number): string =>
  ORDINALS[place] ?? ["ninth ", "tenth "][place - ORDINALS.length] ?? `${place + 1}th `;
export const chosen = (
  [name, point]: [string, string],
  place: number,
  distance: string,
  linked: boolean,
): string =>
  `${name} is ${ordinal(place)}nearest to ${point}, at distance ${distance}. ${
    linked ? "It is linked already." : "M or C links them, then the next is chosen."
  }`;
export const linkTo = (kind: "must" | "cannot", point: string, name: string): string =>
  `${KIND_NAMES[kind]} ${point} and ${name}`;
