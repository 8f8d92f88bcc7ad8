/** Text on the page: status. */

import type { Keys, QuestionType } from "../../contract";
import {
  CLUSTERS_KEY,
  count,
  DOT,
  ESCAPE,
  FULL_SCREEN,
  KEEP_KEY,
  LEAVE_FULL_SCREEN,
  NEAREST_KEY,
  NEXT_QUESTION,
  NOISE_KEY,
  PROPOSALS_KEY,
} from "../../core/text";

export const ENDED = "Ended";
export const ended = (time: string | undefined): string =>
  time ? `${ENDED}${DOT}last fit at ${time}` : ENDED;
export const ENDED_LEAD = `${ENDED}. `;
/** Finds the same words in a sentence of the kernel's. */
export const SAYS_VIOLATED = /(\d+ violated)/;
export const PROGRESS = "Progress";
export const DISMISS = "Dismiss";
export const DISCONNECTED = "Disconnected";
export const DISCONNECTED_LEAD = `${DISCONNECTED}. `;
export const disconnected = (time: string | undefined): string =>
  time ? `${DISCONNECTED}${DOT}last fit at ${time}` : DISCONNECTED;
export const KEYS_NOTE =
  "Click a point, press a key, click the other point. Click again to choose among " +
  "points at the same place. In Link mode two clicks, or a drag, make a must-link. The keys work while the widget has " +
  "the focus.";
type KeyRow = [string[], string];
/** The keys of the panel that is open. */
function panelRows(keys: Keys, panel: string | undefined): KeyRow[] {
  const [must, cannot, skip] = [keys.must, keys.cannot, keys.unknown].map((k) => k.toUpperCase());
  const decide = (what: string): KeyRow[] => [
    [[must ?? "", cannot ?? ""], `${what}: same cluster, different clusters`],
    [[skip ?? ""], "skip it for now"],
  ];
  if (panel === "steps" || panel === "oracle_run") {
    const play: KeyRow = [["Space"], "play or pause"];
    const steps: KeyRow[] = [
      [["←", "→"], "one step back or on"],
      [["Home", "End"], "first or last step"],
    ];
    return panel === "steps" ? [play, ...steps] : [play];
  }
  if (panel === "cluster") {
    return [
      [["A"], "take the name suggested for the cluster"],
      [["F2"], "rename the cluster"],
    ];
  }
  if (panel === "clusters") {
    return [
      [["↑", "↓"], "previous or next cluster; Home and End: first or last"],
      [["Enter"], "open the chosen cluster"],
    ];
  }
  if (panel === "proposals") {
    return [
      [["Space"], "merge the two clusters, or split the one"],
      [["X"], "keep them apart, or keep it whole"],
      [["→"], "skip it for now"],
    ];
  }
  if (panel === "review") return [[[KEEP_KEY], "keep the answer"], ...decide("the right answer")];
  return panel === "settle" ? decide("the answer to keep") : [];
}
export function keyRows(keys: Keys, panel?: string): KeyRow[] {
  const letter = (name: keyof Keys): string => keys[name].toUpperCase();
  return [
    ...panelRows(keys, panel),
    [[letter("must")], "same cluster (must-link): the answer, or a link from the selected point"],
    [
      [letter("cannot")],
      "different clusters (cannot-link): the answer, or a link from the selected point",
    ],
    [[letter("unknown")], "don't know"],
    [["0", "1", "…", "9"], "answer a “where does it belong” question, or sort the chosen card"],
    [[letter("next")], "ask the next question"],
    [[letter("lasso")], "lasso: drag around points; Shift adds, Alt removes"],
    [[letter("find")], "search in names and texts"],
    [[NEAREST_KEY], "list the points nearest to the selected one"],
    [[NOISE_KEY], "put the selected points into no cluster, or back"],
    [[CLUSTERS_KEY], "list all clusters"],
    [[PROPOSALS_KEY], "review merges and splits of clusters that are proposed"],
    [[letter("full")], "full screen on or off"],
    [[letter("side")], "hide or show the side panel"],
    [["+", "−", "0"], "zoom in, zoom out, all points; Ctrl + wheel zooms, a drag moves"],
    [["Arrows"], "move to the nearest point in that direction"],
    [["Enter"], "select the point, or in Lasso mode add and remove it"],
    [[ESCAPE], "cancel"],
    [["Ctrl", "Z"], "undo; with Shift, redo"],
    [[keys.help], "these keys"],
  ];
}
export const PART_LACKING = "This needs the kernel: run the cell again.";
export const fullScreenHint = (full: boolean, key: string): string =>
  `${full ? LEAVE_FULL_SCREEN : FULL_SCREEN} (${key})`;
export const copy = (argument: string): string => `Copy ${argument}`;
export const setClusters = (clusters: number): string => `Use ${count(clusters, "cluster")}`;
export const COPIED = "Copied. Add it to the call, and run the cell again.";
export const NOT_COPIED = "Copying is not allowed here. Type it as it stands in the note.";
export const UNDO = "Undo";
export const GOT_IT = "Got it";
export const NO_HINTS = "No hints";
export const hintOf = (number: number): string => `${number} of 3`;
/** The parts of a hint: what leads it, then text, with keys in braces. */
export const hint = (number: number, type: QuestionType, keys: Keys): string[] => {
  if (number === 1) return ["Start here:", ` {${keys.next.toUpperCase()}} ${ASKS[type]}.`];
  if (number === 2)
    return ["Not sure?", ` {${keys.unknown.toUpperCase()}} skips this pair and asks another.`];
  return ["Ringed points moved.", " {Ctrl} {Z} takes it back."];
};
const ASKS: Record<QuestionType, string> = {
  pair: "asks if two points belong together",
  list: "asks ten times if two points belong together",
  place: "asks where a point belongs",
  sort: "gives you points to sort",
};
export const begin = (points: number, clusters: number, key: string): string =>
  `${count(points, "point")} in ${count(clusters, "cluster")}. Press ${key} for the first question.`;
export const alone = (points: number, clusters: number): string =>
  `These ${count(points, "point")} were put into ${count(clusters, "cluster")} by their values alone.`;
export const YOU_KNOW =
  "You know more about them. Tell which belong together and which do not, and the clusters follow.";
/** Three steps, with keys in braces, after the name of the button. */
export const steps = (type: QuestionType, keys: Keys): string[] => {
  const [must, cannot, unknown] = [keys.must, keys.cannot, keys.unknown].map(
    (key) => `{${key.toUpperCase()}}`,
  );
  const answers = {
    pair: `Answer with ${must} together, ${cannot} apart or ${unknown} don’t know.`,
    place: `Answer with the number of its cluster, or ${unknown} don’t know.`,
    sort: "Put each on a pile by the pile’s number.",
  };
  return [
    `[${NEXT_QUESTION}] ${FINDS[type]}.`,
    answers[type === "list" ? "pair" : type],
    "Watch what changes. Every answer can be undone.",
  ];
};
const FINDS: Record<QuestionType, string> = {
  pair: "asks about the pair that helps most",
  list: "asks about the ten pairs that help most",
  place: "asks about the point that helps most",
  sort: "asks about the points that help most",
};
