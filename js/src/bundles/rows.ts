/** The bundle for sessions with new rows, or rows that are left out. */

import type { Brought } from "../core/lazy_bundle";
import type { View } from "../core/view_state";
import { LeftOut } from "../features/rows/left_out";
import { NewRows } from "../features/rows/new_rows";
import { type PageSlots, together } from "../page/page_slots";

export interface Rows extends Brought, ReturnType<typeof made> {}

export function rows(view: View, page: PageSlots): Rows {
  const all = made(view, page);
  return { ...all, ...together(Object.values(all)) };
}

const made = (view: View, page: PageSlots) => {
  const [leftOut, newRows] = [new LeftOut(view, page), new NewRows(view, page)];
  page.side.prepend(leftOut.el, newRows.el);
  page.axes.el.before(newRows.button, leftOut.button);
  return { leftOut, newRows };
};
