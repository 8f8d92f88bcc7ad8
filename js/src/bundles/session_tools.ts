/**
 * What is done with a session rather than in it: it is taken away, walked through, compared, shown. A line
 * for each feature, in the order in which they are painted.
 */

import type { Brought } from "../core/lazy_bundle";
import type { View } from "../core/view_state";
import { settling } from "../features/annotators/settle_disagreements";
import { Compare } from "../features/comparison/comparison";
import { exporter } from "../features/export/export_dialog";
import { fitSteps } from "../features/fit_steps/fit_steps";
import { autoAnswer } from "../features/oracle_run/oracle_run";
import { again } from "../features/review/review";
import { Enough } from "../features/stopping/stopping";
import { type PageSlots, together } from "../page/page_slots";

export interface SessionTools extends Brought, ReturnType<typeof made> {}

export function sessionTools(view: View, page: PageSlots): SessionTools {
  const all = made(view, page);
  return { ...all, ...together(Object.values(all)) };
}

const made = (view: View, page: PageSlots) => ({
  steps: fitSteps(view, page),
  out: exporter(view, page),
  compare: new Compare(view, page),
  enough: new Enough(view, page),
  auto: autoAnswer(view, page),
  again: again(view, page),
  settling: settling(view, page),
});
