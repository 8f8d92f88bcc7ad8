/**
 * What is done with a session rather than in it: it is taken away, walked through, compared, shown. A line
 * for each feature, in the order in which they are painted.
 */

import { again } from "../again/again";
import { autoAnswer } from "../auto/panel";
import { Compare } from "../compare/compare";
import { Enough } from "../enough/enough";
import { exporter } from "../out/exporter";
import { settling } from "../people/settling";
import { steps } from "../steps/entry";
import type { View } from "../view";
import type { Frame } from "./frame";
import type { Brought } from "./ondemand";
import { together } from "./together";

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
