/** Text on the page: plot. */

import { count, pointName } from "../core/text";

export const PLOT = "Clustering plot";
export const plotAbout = (points: number, clusters: number, note: string): string =>
  `${points} points in ${clusters} clusters. Arrow keys move to the nearest point in that ` +
  `direction, Enter picks it. ${note}`.trim();
export const ZOOM = "Zoom";
export const ZOOM_OUT = "Zoom out";
export const ZOOM_IN = "Zoom in";
export const FIT_ALL = "Fit all points";
export const FIT_SELECTION = "Fit to selection";
export const FIT_MOST = "Fit without outliers";
export const SPREAD = "Spread";
/** What each does, with its key. */
export const ZOOM_HINTS = {
  out: `${ZOOM_OUT} (−)`,
  in: `${ZOOM_IN} (+)`,
  all: `${FIT_ALL} (0)`,
  selection: FIT_SELECTION,
  spread: "Draw points that stand in one spot apart",
};
export const fitMostHint = (outliers: number): string =>
  `${FIT_MOST}: ${count(outliers, "point")} ${outliers === 1 ? "takes" : "take"} most of the room`;
export const zoomedIn = (inView: number, all: number): string =>
  `Zoomed in: ${inView} of ${count(all, "point")} in view. Press 0 to fit all.`;
export const broughtIn = (question: number): string =>
  `Question ${question} was out of view. The view has moved to hold it.`;
/** Several points in one spot. */
export const pointsHere = (number: number): string => `${count(number, "point")} here`;
export const pointHere = (name: string, cluster: string): string =>
  [pointName(name), cluster].filter(Boolean).join(", ");
export const moreHere = (number: number): string =>
  `${count(number, "more point")}. Zoom in to reach them.`;
