/** Written by js/contract.py from widget/contract/: change it there. */

/** The middle of a cluster, in the units of the axes, for its name and mark. */
export interface Median {
  cluster: number;
  place: [number, number];
}

/** The plane on which the points stand, the horizontal axis first. */
export interface Axes {
  /** What the menu calls the projection. */
  name: string;
  /** What a person should know of it; empty if nothing. */
  note: string;
  titles: [string, string];
  /** Whether numbers along the axes mean anything. */
  ticks: boolean;
  /** The lowest and the highest value of each axis while all points are in view. */
  home: [[number, number], [number, number]];
  /** The values that stand as 0 and 1 in the bytes `xy`: `home` without the outliers. */
  unit: [[number, number], [number, number]];
  /** How many points take most of the room. */
  outliers: number;
  /** bqplot's nodes, marks on a canvas, or squares on it. */
  painter: "svg" | "marks" | "squares";
  /** Where points are squares, which show no shape. */
  medians: Median[];
}
