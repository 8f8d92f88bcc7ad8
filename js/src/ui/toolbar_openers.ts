/** Buttons at the end of the toolbar that open what a part brings: they are there before it is. */

import * as words from "../sentences";
import { h } from "./dom";
import { type IconName, icon } from "./icons";

const opener = (
  name: IconName,
  popup: "menu" | "dialog",
  [label, title]: readonly [string, string],
  onclick: () => void,
): HTMLButtonElement =>
  h(
    "button",
    {
      class: "ssc-b ssc-icon",
      type: "button",
      title,
      "aria-label": label,
      "aria-haspopup": popup,
      "aria-expanded": "false",
      onclick,
    },
    icon(name),
  );

export const exportButton = (toggle: () => void): HTMLButtonElement =>
  opener("download", "dialog", [words.EXPORT, words.EXPORT_HINT], toggle);

export const moreButton = (toggle: () => void): HTMLButtonElement =>
  opener("dots", "menu", [words.MORE_MENU, words.MORE_MENU], toggle);
