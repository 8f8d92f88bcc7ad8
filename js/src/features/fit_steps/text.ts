/** Text on the page: fit steps. */

export const STEPS_ITEM = "How this fit was made";
export const STEPS = "How this fit was made";
export const CLOSE_STEPS = "Close the steps";
export const CLOSE_STEPS_HINT = "Back to the clustering (Esc)";
export const STEPS_PLAY = "Play";
export const STEPS_PAUSE = "Pause";
export const STEPS_SPACE = "Space";
export const FIRST_STEP = "First step";
export const FIRST_STEP_HINT = "First step (Home)";
export const STEP_BACK = "One step back";
export const STEP_BACK_HINT = "One step back (←)";
export const STEP_ON = "One step on";
export const STEP_ON_HINT = "One step on (→)";
export const STEPS_SPEED = "Speed";
export const STEP_KIND = "What this step does";
export const STEP = "Step";
export const OBJECTIVE = "Objective";
export const WEIGHTS = "Feature weights";
export const BEFORE = "before";
export const FRESH_STARTS = "New starting points";
export const AS_SHOWN = "As it ran";
export const PULLS = "penalties";
export const PULL = "Penalty";
export const PULL_COLUMNS = ["Answer", "Pair", "Kind", PULL] as const;
export const pull = (text: string): string => (/^\D+$/.test(text) ? text : `penalty ${text}`);
/** What is drawn on the plot at a step. */
export const DRAWN = {
  centres: "Large hollow mark: the centre of a cluster; the line shows where it has been.",
  ellipses: "Ellipse: as far from the centre as its points are on average, by the learned metric.",
  pulls: "Penalty: what a violated link adds to the objective.",
};
export const DENDROGRAM = "Dendrogram: click at a height to cut there";
export const cutAt = (clusters: number): string =>
  `Cut at ${clusters} ${clusters === 1 ? "cluster" : "clusters"}`;
export const takeK = (clusters: number): string => `Use K = ${clusters}`;
export const STEPS_SPEEDS = [
  ["0.5", "0.5×"],
  ["1", "1×"],
  ["2", "2×"],
  ["4", "4×"],
] as const;
