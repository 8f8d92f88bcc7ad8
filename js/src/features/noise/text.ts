/** Text on the page: points in no cluster. */

import { count, NO_CLUSTER } from "../../core/text";

export const openList = (size: number): string =>
  `${NO_CLUSTER}, ${count(size, "point")}: show how they got there`;
export const CLOSE_LIST = "Close the points in no cluster";
export const SAID = "Said by you";
export const PUT_BACK = "Put back";
export const putBack = (name: string): string => `Put point ${name} back`;
export const PICK_ONE = "Select a point first: click it, or use the arrow keys and Enter.";
export const OUT = "No cluster for the selected points";
