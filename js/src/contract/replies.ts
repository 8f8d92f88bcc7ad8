/** Written by js/contract.py from widget/contract/: change it there. */

import type { Foreseen, ForeseenPlace, Next, NextShape } from "./ahead";
import type { Content, Found, Images, Names } from "./content";
import type { Unsure } from "./enough";
import type { ClusterCard, PlanReply } from "./hand";
import type { Point } from "./kinds";
import type { File } from "./out";
import type { Part } from "./parts";
import type { Moment } from "./past";
import type { Frames, StepsHead } from "./steps";

/** What there is to tell about one point; features are left out where its content says more. */
export interface Description extends Content {
  type: "describe";
  index: Point;
  name: string;
  title: string;
  features: [string, string][];
  /** Of which moment; None of the present one. */
  step: number | null;
}

export type Reply =
  | Description
  | Names
  | Images
  | Found
  | File
  | ClusterCard
  | PlanReply
  | Part
  | Foreseen
  | ForeseenPlace
  | Next
  | NextShape
  | Unsure
  | Moment
  | StepsHead
  | Frames;
