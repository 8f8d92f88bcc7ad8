/** The session tools bundle: its features, in painting order. */

import type { Brought } from "../core/lazy_bundle";
import type { View } from "../core/view_state";
import { settleDisagreements } from "../features/annotators/settle_disagreements";
import { Compare } from "../features/comparison/comparison";
import { exportDialog } from "../features/export/export_dialog";
import { fitSteps } from "../features/fit_steps/fit_steps";
import { oracleRun } from "../features/oracle_run/oracle_run";
import { review } from "../features/review/review";
import { Stopping } from "../features/stopping/stopping";
import { type PageSlots, together } from "../page/page_slots";

export interface SessionTools extends Brought, ReturnType<typeof made> {}

export function sessionTools(view: View, page: PageSlots): SessionTools {
  const all = made(view, page);
  return { ...all, ...together(Object.values(all)) };
}

const made = (view: View, page: PageSlots) => ({
  steps: fitSteps(view, page),
  out: exportDialog(view, page),
  compare: new Compare(view, page),
  stopping: new Stopping(view, page),
  oracle_run: oracleRun(view, page),
  review: review(view, page),
  settleDisagreements: settleDisagreements(view, page),
});
