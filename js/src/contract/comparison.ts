/** Written by js/contract.py from widget/: change it there. */

import type { ParamValue, Point } from "./kinds";
import type { Fit, Param } from "./shown";

/** Something about both clusterings, as text; `cluster` is whose size it is, if it is one. */
export interface Fact {
  label: string;
  values: [string, string];
  cluster: number | null;
}

/** A point and the clusters that the two place it in. */
export interface Differing {
  i: Point;
  name: string;
  clusters: [number, number];
}

/** What the two agree on, and where they differ; the labels come beside it, as bytes. */
export interface Both {
  title: string;
  /** The adjusted Rand index between them. */
  index: string;
  differ: string;
  n_differ: number;
  /** What the clusters of both are called, by number. */
  names: string[];
  facts: Fact[];
  points: Differing[];
  /** So many points are not listed. */
  more: number;
  /** Answers that the other clustering violates. */
  violated: number[];
}

/** Another clusterer on the same constraints. */
export interface Compared {
  clusterer: string;
  titles: [string, string];
  n_clusters: number;
  params: Param[];
  same: string;
  fit: Fit | null;
  /** Why there is no other clustering, as a sentence. */
  trouble: string;
  /** What was found is of before the last change; it is fitted again. */
  stale: boolean;
  /** Questions are kept among the points that differ. */
  asking: boolean;
  found: Both | null;
}

/** The comparison begins, ends, is used, or asks. */
export interface Compare {
  type: "compare";
  verb: "open" | "leave" | "cancel" | "use" | "ask";
}

/** Questions are about all points again; `looking` if the comparison is still to be seen. */
export interface AskAll {
  type: "compare";
  verb: "ask_all";
  looking: boolean;
}

/** Another clusterer to compare with, or another number of its clusters. */
export interface CompareWith {
  type: "compare";
  verb: "clusterer" | "n_clusters";
  value: string | number;
}

/** Another value of a parameter of the clusterer that is compared with. */
export interface CompareParam {
  type: "compare";
  verb: "param";
  name: string;
  value: ParamValue;
}
