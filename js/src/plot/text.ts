/** Text on the page: plot. */

import { count, grouped, pointName } from "../core/text";

export const PLOT = "Clustering plot";
export const plotAbout = (points: number, clusters: number, note: string): string =>
  `${points} points in ${clusters} clusters. Arrow keys move to the nearest point in that ` +
  `direction, Enter picks it. ${note}`.trim();
export const ZOOM = "Zoom";
export const ZOOM_OUT = "Zoom out";
export const ZOOM_IN = "Zoom in";
export const FIT_ALL = "Show all";
export const FIT_SELECTION = "Zoom to selection";
export const FIT_MOST = "Show without outliers";
export const SPREAD = "Spread";
/** What each does, with its key. */
export const ZOOM_HINTS = {
  out: `${ZOOM_OUT} (−)`,
  in: `${ZOOM_IN} (+)`,
  all: `${FIT_ALL} (0)`,
  selection: FIT_SELECTION,
  spread: "Move overlapping points apart",
};
export const fitMostHint = (outliers: number): string =>
  `${FIT_MOST}: ${count(outliers, "outlier")} ${outliers === 1 ? "squeezes" : "squeeze"} the rest`;
type InView = readonly [inView: number | null, all: number];
export const zoomedIn = ([points, n]: InView, [clusters, k]: InView): string => {
  const also = clusters === null ? "" : ` and ${clusters} of ${count(k, "cluster")}`;
  return `Zoomed in: ${grouped(points ?? 0)} of ${count(n, "point")}${also} in view. Press 0 to show all.`;
};
export const broughtIn = (question: number): string => `Moved the view to question ${question}.`;
/** Several points in one spot. */
export const pointsHere = (number: number): string => `${count(number, "point")} here`;
export const pointHere = (name: string, cluster: string): string =>
  [pointName(name), cluster].filter(Boolean).join(", ");
export const moreHere = (number: number): string =>
  `${count(number, "more point")}. Zoom in to reach them.`;
