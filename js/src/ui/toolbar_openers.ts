/** Buttons of the toolbar that open parts of lazy bundles. */

import { pushButton } from "../core/dom";
import * as common from "../core/text";
import { type IconName, icon } from "./icons";

const opener = (
  name: IconName,
  popup: "menu" | "dialog",
  [label, title]: readonly [string, string],
  onclick: () => void,
): HTMLButtonElement =>
  pushButton(
    {
      class: "ssc-b ssc-icon",
      title,
      "aria-label": label,
      "aria-haspopup": popup,
      "aria-expanded": "false",
      onclick,
    },
    icon(name),
  );

export const exportButton = (toggle: () => void): HTMLButtonElement =>
  opener("download", "dialog", [common.EXPORT, common.EXPORT_HINT], toggle);

export const moreButton = (toggle: () => void): HTMLButtonElement =>
  opener("dots", "menu", [common.MORE_MENU, common.MORE_MENU], toggle);
