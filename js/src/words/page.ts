/** The words of the page's parts. */

import type { Keys, Kind } from "../contract";
import { andMore, count, DOT, ESCAPE, KIND_NAMES, NONE, pairOf, pointName } from "./common";

// The toolbar

export const TOOLBAR = "Clustering";
export const CLUSTERER = "Clusterer";
export const STRATEGY = "Strategy";
export const N_CLUSTERS = "Number of clusters";
export const N_CLUSTERS_SHORT = "K";
export const FEWER = "Fewer clusters";
export const MORE = "More clusters";
export const SUGGEST = "Suggest";
export const MODE = "Mode";
export const MODES = { inspect: "Inspect", link: "Link", lasso: "Lasso" };
export const UNDO = "Undo";
export const REDO = "Redo";
export const UNDO_KEYS = "Ctrl+Z";
export const REDO_KEYS = "Ctrl+Shift+Z";
export const stepHint = (verb: string, what: string | null, keys: string): string =>
  `${verb}${what ? `: ${what}` : ""} (${keys})`;

// The forms of parameters

export const PARAMETERS = "Parameters";
export const PARAMETERS_MORE = "Parameters…";
export const FIT_AFRESH = "Fit afresh";
export const FIT_AFRESH_HINT = "From the clusterer's own starts instead of the last clusters";

// The plot

export const PLOT = "Clustering plot";
export const plotAbout = (points: number, clusters: number, note: string): string =>
  `${points} points in ${clusters} clusters. Arrow keys move to the nearest point in that ` +
  `direction, Enter picks it. ${note}`.trim();
export const CLUSTERS = "Clusters";

// What a click or a key has done, or will do

export const NONE_INSIDE = "No points inside.";
export const PICK_FIRST = "Pick a point first: click it, or use the arrows and Enter.";
export const noQuestion = (key: string): string => `No question is open. ${key} suggests one.`;
export const pickedPoint = (name: string, cluster: string | undefined): string =>
  `${pointName(name)}${cluster ? `, ${cluster.toLowerCase()}` : ""}, picked.`;

const CANCELS = "{Esc} cancels";
export const LASSO_KEYS = `{Shift} adds {Alt} removes ${CANCELS}`;
export const LINK_MODE = "Click two points to must-link them";
export const otherGroup = (first: number): string =>
  `Cannot-link ${first} points: draw the other group ${CANCELS}`;
export const linkFrom = (kind: Kind, name: string, other: string): string => {
  const instead = kind === "must" ? "cannot-link" : "must-link";
  return `${KIND_NAMES[kind]} from ${name}: click the other point {${other}} ${instead} ${CANCELS}`;
};
export const picked = (
  names: string[],
  [must, cannot]: [string, string],
  asked: number | undefined,
): string => {
  const instead = asked === undefined ? "" : `, not question ${asked}`;
  return `${names.join(" and ")} picked: {${must}} or {${cannot}} links${instead} ${CANCELS}`;
};

// The menu of a lasso

export const selected = (points: number): string => `${count(points, "point")} selected`;
export const allMust = (links: number): string => `All must-link: ${count(links, "link")}`;
export const CANNOT_WITH_GROUP = "Cannot-link with group…";
export const cannotWithFirst = (points: number, links: number | null): string =>
  `Cannot-link with the first ${points}${links ? `: ${count(links, "link")}` : ""}`;
export const LABEL_AS = "Label as…";
export const BACK = "Back";

// The question

export const QUESTION = "Question";
export const question = (number: number): string => `${QUESTION} ${number}`;
export const CLOSE_QUESTION = "Close question";
export const CLOSE_QUESTION_HINT = `${CLOSE_QUESTION} (Esc)`;
export const WHY = "Why this pair:";
export const FEATURES = "Features that differ most";
export const inCluster = (cluster: string): string => `in ${cluster}`;
export const PAUSED = "Paused until the kernel is back.";
export const EXHAUSTED = "Nothing left to ask.";

// The table of constraints

export const CONSTRAINTS = "Constraints";
export const COLUMNS = ["Answer", "Pair", "Kind", "State"];
export const KEPT = "kept";
export const VIOLATED = "Violated";
export const SUSPECTED = "Suspected";
export const SOFT = " soft";
export const NO_CONSTRAINTS = "None yet.";
export const violated = (number: number): string => `${number} violated`;
/** Finds the same words in a sentence of the kernel's. */
export const SAYS_VIOLATED = /(\d+ violated)/;
export const counted = (number: number): string => `${number}${DOT}`;
export const ignored = (clusterer: string): string => `${clusterer} ignores constraints.`;
export const notListed = (number: number): string => `${andMore(number)}, all kept on the plot.`;
export const showPair = (a: string, b: string): string => `Show ${pairOf(a, b)} on the plot`;
export const remove = (number: number): string => `Remove answer ${number}`;
export const ENFORCE = "Enforce";
export const enforce = (number: number): string => `${ENFORCE} answer ${number}`;
export const ENFORCE_HINT = "Keep this pair wherever that is possible, whatever other answers say";
export const [STATE, SOFTLY] = ["State", "softly"];
export const STATE_SOFTLY = `${STATE} ${SOFTLY}`;

// The curves

export const PROGRESS = "Progress";
export const FIRST = "start";
export const LAST = "now";
export const SHARE_KEPT = "Constraints kept";
export const score = (name: string): string => (name ? `Score (${name})` : "Score");
export const curveAbout = (name: string, now: string, steps: number): string =>
  `${name}: ${now || NONE} after ${count(steps, "step")}`;
export const progressNow = (scored: string, kept: string): string =>
  [scored && `score ${scored}`, kept && `${kept} ${KEPT}`].filter(Boolean).join(DOT);

// The conflict

export const CHAIN = "Answers that lead to this";
export const GIVEN = "given";
export const NEW = "new";
export const answer = (number: number): string => `answer ${number}`;

// Status and banner

export const FIT = "Fit";
export const CANCEL = "Cancel";
export const byKey = (what: string, key: string): string => `${what} (${key})`;
export const DISMISS = "Dismiss";
export const DISCONNECTED = "Disconnected";
export const DISCONNECTED_LEAD = `${DISCONNECTED}. `;
export const disconnected = (time: string | undefined): string =>
  time ? `${DISCONNECTED}${DOT}last fit at ${time}` : DISCONNECTED;

// The card of keys

export const KEYS = "Keys";
export const KEYS_NOTE =
  "Click a point, press a key, click the other point. Clicking the same spot again lists the " +
  "points there. In Link mode two clicks, or a drag, make a must-link. The keys work while the widget has " +
  "the focus.";
export function keyRows(keys: Keys): [string[], string][] {
  const letter = (name: keyof Keys): string => keys[name].toUpperCase();
  return [
    [[letter("must")], "must-link: the answer, or a link from the picked point"],
    [[letter("cannot")], "cannot-link, likewise"],
    [[letter("unknown")], "don't know"],
    [["0", "1", "…", "9"], "place the point that is asked about, put the card in hand on a pile"],
    [[letter("next")], "suggest the next question"],
    [[letter("lasso")], "lasso: drag around points; Shift adds, Alt removes"],
    [[letter("find")], "find a point by its name or number"],
    [[letter("full")], "full screen, and back"],
    [[letter("side")], "put the side panel away, and back"],
    [["+", "−", "0"], "zoom in, zoom out, all points; Ctrl + wheel zooms, a drag moves"],
    [["Arrows"], "move to the nearest point in that direction"],
    [["Enter"], "pick the point, or in Lasso mode add and remove it"],
    [[ESCAPE], "cancel"],
    [["Ctrl", "Z"], "undo; with Shift, redo"],
    [[keys.help], "these keys"],
  ];
}
