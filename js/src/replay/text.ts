/** Text on the replay page. */

import { count, KIND_NAMES, pairOf } from "../core/text";

export const STEP = "Step";
export const EARLIER = "Earlier";
export const LATER = "Later";
export const START = "start";
export const NOW = "now";
export const CONSTRAINTS = "Constraints";
export const LEGEND = "Clusters";
export const KEPT_SHARE = "Constraints kept";
export const COLUMNS = ["Answer", "Pair", "Kind", "State"];
export const KEPT = "kept";
export const VIOLATED = "Violated";
export const stepOf = (step: number, last: number): string =>
  step ? `After step ${step} of ${last}` : `The start, before ${count(last, "step")}`;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const movedBy = (moved: number): string =>
  moved ? `${count(moved, "point")} moved.` : "No point moved.";
export const scoreOf = (name: string): string => `Score (${name})`;
export const asked = (a: string, b: string): string => `Do ${a} and ${b} belong together?`;
export const answered = (kind: keyof typeof KIND_NAMES, soft: boolean): string =>
  `${KIND_NAMES[kind]}${soft ? ", soft" : ""}`;
const WHO = new Map(
  Object.entries({
    question: "answered a question",
    user: "linked on the plot",
    lasso: "linked with a lasso",
    initial: "given in the code",
  }),
);
export const saidBy = (source: string, when: string): string =>
  `${capital(WHO.get(source) ?? source)}${when ? `, ${when}` : ""}`;
export const pairText = pairOf;
export const plotAbout = (points: number, clusters: number, links: number): string =>
  `${count(points, "point")} in ${count(clusters, "cluster")}, ${count(links, "link")}`;
