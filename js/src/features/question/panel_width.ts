/** The width of the side panel: wide for long texts, or as the person chose. */

import type { Question } from "../../contract";
import { pushButton, put, show } from "../../core/dom";
import { remember, remembered } from "../../core/remembered";
import { facesOf, openQuestion, type Panel, type View } from "../../core/view_state";
import { isLong, kindOf } from "../../page/pair_cards";
import { icon } from "../../ui/icons";
import * as words from "./text";

const KEY = "ssc-panel";

/** Letters of a cell that the narrow panel has room for. */
const CELL = 24;

/** Long texts, and images beside a list of pairs, have the wide panel unless a person chose. */
export function isWide(asked: Question | null, chosen: boolean | null, listed = false): boolean {
  return isRich(asked) && (chosen ?? (listed || isLong(asked as Question)));
}

const isRich = (asked: Question | null): boolean => !!asked && kindOf(asked) !== "plain";

/** The other forms show more points, side by side where they have images or texts. */
const areRich = ({ state }: View): boolean =>
  facesOf(state).some(({ image, text }) => image || text);

/** Texts among the selected points that are listed need the width. */
const areSelectedTexts = ({ state, local }: View): boolean =>
  local.listed && !!state.selected?.rows.some(({ cells }) => cells.some(isText));

const isText = (cell: string): boolean => cell.length > CELL;

/** A button for the head of the question; below the plot there is no width to choose. */
export function panelWidth(view: View): Panel {
  const el = pushButton({
    class: "ssc-close ssc-widen",
    onclick: () => {
      remember(KEY, shown ? "narrow" : "wide");
      view.set({ wide: choice() });
    },
  });
  view.local.wide = choice();
  let shown: boolean | null = null;
  const sync = (): void => {
    const asked = openQuestion(view);
    const cards = areRich(view) || areSelectedTexts(view) || view.local.reading;
    const wide =
      isWide(asked, view.local.wide, !!view.state.batch) || (cards && (view.local.wide ?? true));
    put(view.root, "data-ssc-panel", wide ? "wide" : null);
    show(el, (cards || isRich(asked)) && view.local.width !== "narrow");
    if (wide === shown) return;
    shown = wide;
    put(el, "aria-label", wide ? words.NARROWER : words.WIDER);
    put(el, "title", wide ? words.NARROWER : words.WIDER);
    el.replaceChildren(icon(wide ? "reduce" : "enlarge"));
  };
  return { el, sync };
}

/** What was chosen last, on this page or on an earlier one. */
function choice(): boolean | null {
  const kept = remembered(KEY);
  return kept === null ? null : kept === "wide";
}
