/** Text on the page: rows that are new, and rows that are left out. */

import { count } from "../../core/text";

export const NEW = "New";
export const NEW_ROWS = "New rows";
export const openNew = (size: number): string => `${count(size, "new row")}: look at them`;
export const CLOSE_NEW = "Close new rows";
export const TO_LOOK_AT = "To look at";
export const LIKELY = "likely clusters";
export const ACCEPT_KEY = "A";
export const PLACE_KEYS = 9;
export const placeIn = (name: string, cluster: string, share: string): string =>
  `Row ${name} belongs to ${cluster}${share && `, ${share}`}`;
export const noCluster = (name: string): string => `Row ${name} belongs to no cluster`;
export const newCluster = (name: string): string => `Row ${name} belongs to a new cluster`;
export const NEW_CLUSTER = "New";
export const FIT = "Fit";
export const FIT_FRESH = "Fit from scratch";
export const FAR = "far";
export const LEAVE_OUT = "Leave out…";
export const LEAVE_OUT_NOW = "Leave out";
export const REASON = "Reason, which may be empty";
export const LEFT_OUT = "Left out";
export const ROWS_LEFT_OUT = "Rows left out";
export const openLeftOut = (size: number): string => `${count(size, "row")} left out: show them`;
export const CLOSE_LEFT_OUT = "Close rows left out";
export const PUT_BACK = "Put back";
export const PUT_ALL_BACK = "Put all back";
export const putBack = (name: string): string => `Put back row ${name}`;
export const HIDE = "Hide on the map";
export const SHOW = "Show on the map";
export const PICK_ONE = "Select a point first: click it, or use the arrow keys and Enter.";
export const leaving = (number: number): string => `Leave ${count(number, "point")} out?`;
