/** Written by js/contract.py from widget/: change it there. */

import type { Kind } from "./kinds";

/** An answer that the clustering, or the other answers, contradict. */
export interface SecondThought {
  answer: number;
  title: string;
  /** What was said, and what speaks against it. */
  said: string;
  kind: Kind;
}

/** An answer is right after all, or its contrary is. */
export interface LookAgain {
  type: "confirm" | "change_answer";
  answer: number;
}
