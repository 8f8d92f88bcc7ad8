/** What the page offers to its parts: places for what they show, the buttons that open it, the page's verbs. */

import type { AxesButton } from "../features/axes/axes_button";
import type { Legend } from "../features/clusters/legend";
import type { QuestionPanel } from "../features/question/question";
import type { Actions } from "../input/actions";
import type { Overlay } from "../plot/overlays/overlay";
import type { MenuItem } from "../ui/popup_menu";
import type { Folds } from "../ui/section";
import type { Below } from "./side_sections";

export interface Frame {
  readonly folds: Folds;
  /** The side panel: its first section is what is in hand, then comes the question. */
  readonly side: HTMLElement;
  readonly asked: QuestionPanel;
  /** The sections of the constraints and of the progress. */
  readonly table: Below;
  readonly curves: Below;
  readonly legend: Legend;
  readonly axes: AxesButton;
  /** What is drawn over the dots: `overlay.add(drawing)`. */
  readonly overlay: Overlay;
  /** Boxes over the plot. */
  readonly over: HTMLElement;
  /** Boxes under the buttons that open them. */
  readonly popovers: HTMLElement;
  readonly dialogs: HTMLElement;
  /** Entries of the More menu, asked for their present words each time it opens; `null` is left out. */
  readonly entries: (() => MenuItem | null)[];
  readonly buttons: Readonly<Record<"parameters" | "help" | "export" | "more", HTMLButtonElement>>;
  actions(): Actions;
  /** What lies over the plot looks for its place again. */
  arrange(): void;
}
