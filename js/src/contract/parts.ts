/** Written by js/contract.py from widget/contract/: change it there. */

export type PartName = "explore" | "teach" | "ahead" | "past";

/** A part is wanted. */
export interface AskPart {
  type: "part";
  name: PartName;
}

/** A part; its code comes beside it, as bytes. */
export interface Part {
  type: "part";
  name: PartName;
}
