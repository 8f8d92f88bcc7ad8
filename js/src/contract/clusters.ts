/** Written by js/contract.py from widget/: change it there. */

import type { Kind, Point } from "./kinds";

/** A view wants to know all about a cluster. */
export interface TakeCluster {
  type: "cluster";
  cluster: number;
}

/** A view wants to know what a merge would do. */
export interface PlanMerge {
  type: "plan";
  cluster: number;
  other: number;
}

/** A view wants to know what a split would do. */
export interface PlanSplit {
  type: "plan";
  cluster: number;
  /** 0: as many as suit. */
  into: number;
}

/** Two clusters are one. */
export interface Merge {
  type: "merge";
  cluster: number;
  other: number;
}

/** A cluster is so many. */
export interface Split {
  type: "split";
  cluster: number;
  /** 0: as many as suit. */
  into: number;
}

/** The selected points of a cluster are another. */
export interface SplitOff {
  type: "split_off";
  cluster: number;
}

/** A cluster has another name. */
export interface Rename {
  type: "rename";
  cluster: number;
  name: string;
}

/** A feature of a cluster and of the rest: medians as text and as places, two distributions. */
export interface Silhouette {
  name: string;
  values: [string, string];
  places: [number, number];
  heights: [number[], number[]];
  about: string;
}

/** A point by number and name. */
export interface Named {
  i: Point;
  name: string;
}

/** Another cluster, and what merging with it takes, or why it cannot be. */
export interface Partner {
  id: number;
  text: string;
  possible: boolean;
}

/** All about the cluster in hand. */
export interface ClusterCard {
  type: "cluster";
  id: number;
  name: string;
  about: string;
  features: Silhouette[];
  typical: Named[];
  doubtful: Named[];
  partners: Partner[];
  /** What a merge means for K, and how it is taken back. */
  after: string;
}

/** What a verb would do: a lead and a sentence, the links, the rows of each part of a split. */
export interface PlanReply {
  type: "plan";
  id: number;
  other: number | null;
  /** What was asked: which other cluster, or how many parts. */
  into: number | null;
  note: [string, string];
  status: string;
  links: [Point, Point, Kind][];
  parts: Point[][];
}
