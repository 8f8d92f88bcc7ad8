/** Written by js/contract.py from widget/contract/: change it there. */

import type { LookAgain } from "./again";
import type { AskAhead, AskPlaceAhead, AskSortAhead } from "./ahead";
import type { ChooseAutoBeside, ChooseAutoNumber, ChooseAutoSpeed, PlayAuto } from "./auto";
import type { TurnTo } from "./batch";
import type { AskAll, Compare, CompareParam, CompareWith } from "./compare";
import type { AskAbout, Find } from "./content";
import type { AskUnsure } from "./enough";
import type { Merge, PlanMerge, PlanSplit, Rename, Split, SplitOff, TakeCluster } from "./hand";
import type { AnswerKind, Kind, ParamValue, Point } from "./kinds";
import type { Export } from "./out";
import type { AskPart } from "./parts";
import type { Go, Look } from "./past";
import type { Settle } from "./people";
import type { SetAxes, SetColumns } from "./projections";
import type { ChooseShape, PlacePoint, SkipSorting, SortPoints } from "./shapes";
import type { AskFrames, LeaveSteps, TakeSteps } from "./steps";
import type { TakeWayOut } from "./ways";

/** Two points were linked on the plot. */
export interface MakeLink {
  type: "link";
  i: Point;
  j: Point;
  kind: Kind;
}

/** A question was answered, by its number and its pair. */
export interface GiveAnswer {
  type: "answer";
  number: number;
  i: Point;
  j: Point;
  kind: AnswerKind;
}

/** Messages that need no more than their name. */
export interface Plain {
  type: "suggest" | "undo" | "redo" | "cancel" | "refit" | "dismiss_error" | "dismiss_question";
}

/** One answer is taken back, or kept wherever that is possible. */
export interface OneAnswer {
  type: "remove" | "enforce";
  answer: number;
}

/** All answers that one action recorded are taken back, in one step. */
export interface RemoveAction {
  type: "remove_action";
  number: number;
}

/** A lasso holds these points now. */
export interface Select {
  type: "select";
  indices: Point[];
}

/** All of the selection is must-linked, waits for a second group, is a cluster, or is let go. */
export interface Group {
  type: "group";
  action: "must" | "cannot_first" | "new" | "cancel";
}

/** The first group and these points are cannot-linked. */
export interface GroupApart {
  type: "group";
  action: "cannot";
  indices: Point[];
}

/** The selection joins a cluster. */
export interface GroupLabel {
  type: "group";
  action: "label";
  cluster: number;
}

/** Another clusterer or strategy. */
export interface SetChoice {
  type: "set";
  what: "clusterer" | "strategy";
  value: string;
}

/** Another number of clusters, or what was typed as one. */
export interface SetCount {
  type: "set";
  what: "n_clusters";
  value: number | string;
}

/** Another value of one parameter. */
export interface SetParam {
  type: "set";
  what: "param" | "strategy_param";
  name: string;
  value: ParamValue;
}

/** Whether answers are recorded as soft statements from now on. */
export interface StateSoftly {
  type: "softly";
  value: boolean;
}

/** A way out of a conflict was chosen. */
export interface Resolve {
  type: "resolve";
  choice: string;
}

/** The pointer or the cursor rests on a point. */
export interface Describe {
  type: "describe";
  index: Point;
  /** The moment of the past that the view shows; None for the present one. */
  step: number | null;
}

export type Message =
  | MakeLink
  | GiveAnswer
  | TurnTo
  | Plain
  | OneAnswer
  | RemoveAction
  | Select
  | Group
  | GroupApart
  | GroupLabel
  | SetChoice
  | SetCount
  | SetParam
  | StateSoftly
  | Resolve
  | TakeCluster
  | PlanMerge
  | PlanSplit
  | Merge
  | Split
  | SplitOff
  | Rename
  | Describe
  | AskAhead
  | AskPlaceAhead
  | AskSortAhead
  | Compare
  | CompareWith
  | CompareParam
  | AskAll
  | PlacePoint
  | SortPoints
  | SkipSorting
  | ChooseShape
  | Export
  | AskAbout
  | Find
  | AskPart
  | SetAxes
  | SetColumns
  | TakeWayOut
  | AskUnsure
  | PlayAuto
  | ChooseAutoSpeed
  | ChooseAutoNumber
  | ChooseAutoBeside
  | Look
  | Go
  | LookAgain
  | Settle
  | TakeSteps
  | AskFrames
  | LeaveSteps;
