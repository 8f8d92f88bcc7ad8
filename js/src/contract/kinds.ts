/** Written by js/contract.py from widget/contract/: change it there. */

export type Kind = "must" | "cannot";

export type AnswerKind = "must" | "cannot" | "unknown";

export type ParamValue = string | number | boolean | null;

export type Point = number;
