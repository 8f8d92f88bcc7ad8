/** Text on the page: points in no cluster. */

import { count } from "../../core/text";

export const NO_CLUSTER = "No cluster";
export const openList = (size: number): string =>
  `${NO_CLUSTER}, ${count(size, "point")}: show how they got there`;
export const CLOSE_LIST = "Close the points in no cluster";
export const SAID = "Said by you";
export const PUT_BACK = "Put back";
export const putBack = (name: string): string => `Put point ${name} back`;
export const PICK_ONE = "Select a point first: click it, or use the arrow keys and Enter.";
export const PAUSED = "Paused while you look back.";
export const NEEDS_KERNEL = "The kernel is gone, and with it what is in no cluster.";
export const OUT = "No cluster for the selected points";
