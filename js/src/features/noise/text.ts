/** Text on the page: points in no cluster. */

import { count, NO_CLUSTER } from "../../core/text";

export const openList = (size: number): string =>
  `${NO_CLUSTER}, ${count(size, "point")}: show how they got there`;
export const CLOSE_LIST = "Close the points in no cluster";
export const SAID = "Said by you";
export const PUT_BACK = "Put back";
export const putBack = (name: string): string => `Put point ${name} back`;
export const PICK_ONE = "Select a point first: click it, or use the arrow keys and Enter.";
export const TAKE_BACK = "Take points back into clusters";
export const HOW_FAR = "How far beyond its edge a cluster may reach.";
export const REACH = "Reach of the clusters";
export const AS_FITTED = "as fitted";
export const TAKES_ALL = "takes all";
export const TAKE_IN = "Take them in";
export const NO_POINT = "No point";
export const WOULD_JOIN = "would join a cluster";
export const CHOOSE_REACH = "Move the slider first: it shows which points would join a cluster.";
export const OUT = "No cluster for the selected points";
