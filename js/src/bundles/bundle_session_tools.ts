/**
 * What is done with a session rather than in it: it is taken away, walked through, compared, shown. A line
 * for each feature, in the order in which they are painted.
 */

import { together } from "../core/compose";
import type { Brought } from "../core/lazy_bundle";
import type { Frame } from "../core/page_slots";
import type { View } from "../core/view_state";
import { settling } from "../features/annotators/settle_disagreements";
import { Compare } from "../features/comparison/comparison";
import { exporter } from "../features/export/export_dialog";
import { steps } from "../features/fit_steps/fit_steps";
import { autoAnswer } from "../features/oracle_run/oracle_run";
import { again } from "../features/review/review";
import { Enough } from "../features/stopping/stopping";

export interface Teach extends Brought, ReturnType<typeof made> {}

export function teach(view: View, frame: Frame): Teach {
  const all = made(view, frame);
  return { ...all, ...together(Object.values(all)) };
}

const made = (view: View, frame: Frame) => ({
  steps: steps(view, frame),
  out: exporter(view, frame),
  compare: new Compare(view, frame),
  enough: new Enough(view, frame),
  auto: autoAnswer(view, frame),
  again: again(view, frame),
  settling: settling(view, frame),
});
