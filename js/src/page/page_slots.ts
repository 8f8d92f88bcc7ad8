/** The places of the page that features use, and several features combined into one. */

import type { Brought } from "../core/lazy_bundle";
import type { Actions } from "../input/actions";
import type { Overlay } from "../plot/overlays/overlay";
import type { MenuItem } from "../ui/popup_menu";
import type { Folds } from "../ui/section";
import type { SideSection } from "./side_sections";

export interface PageSlots {
  readonly folds: Folds;
  /** The side panel: the open panel comes first, then the question. */
  readonly side: HTMLElement;
  /** The section of the question, and the button of the axes. */
  readonly asked: { readonly el: HTMLElement };
  readonly axes: { readonly el: Element };
  /** The sections of the constraints and of the progress. */
  readonly table: SideSection;
  readonly curves: SideSection;
  /** What is drawn over the dots: `overlay.add(drawing)`. */
  readonly overlay: Overlay;
  readonly over: HTMLElement;
  /** Boxes under the buttons that open them. */
  readonly popovers: HTMLElement;
  readonly dialogs: HTMLElement;
  /** Entries of the More menu, read each time it opens; `null` is left out. */
  readonly entries: (() => MenuItem | null)[];
  readonly buttons: Readonly<Record<"parameters" | "help" | "export" | "more", HTMLButtonElement>>;
  actions(): Actions;
  /** Show an image of a row over the plot. */
  enlarge(row: number, name: string): void;
  /** Position the boxes over the plot. */
  arrange(): void;
}

export type Feature = Partial<Brought>;

export function together(features: readonly Feature[]): Brought {
  // What is painted last is on top and gets keys first
  const hearing = [...features].reverse();
  return {
    sync: () => {
      for (const each of features) each.sync?.();
    },
    press: (event) => hearing.some((each) => each.press?.(event)),
    takeBack: () => hearing.some((each) => each.takeBack?.()),
    receive: (reply, buffers) => {
      for (const each of features) each.receive?.(reply, buffers);
    },
  };
}
