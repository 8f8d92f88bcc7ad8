/** The session tools bundle: its features, in painting order. */

import { focusOf } from "../core/dom";
import { squeeze, tidy } from "../core/layout/toolbar_fit";
import { type Brought, OnDemand } from "../core/lazy_bundle";
import {
  CHECK,
  CLUSTERS,
  CLUSTERS_KEY,
  LEAVE_SELECTED,
  PROPOSALS,
  PROPOSALS_KEY,
  WHO_ANSWERS,
} from "../core/text";
import { isBlocked, type View } from "../core/view_state";
import type { Helpers } from "../features/annotators/helpers";
import { settleDisagreements } from "../features/annotators/settle_disagreements";
import type { Check } from "../features/check/check";
import { Colours } from "../features/colours/colours";
import { Compare } from "../features/comparison/comparison";
import { exportDialog } from "../features/export/export_dialog";
import { fitSteps } from "../features/fit_steps/fit_steps";
import { Nearest, nearestItem } from "../features/nearest/nearest";
import { Noise, noiseItem } from "../features/noise/noise";
import { oracleRun } from "../features/oracle_run/oracle_run";
import { review } from "../features/review/review";
import { Search, searchItem } from "../features/search/search";
import { Stopping } from "../features/stopping/stopping";
import { type PageSlots, together } from "../page/page_slots";
import type { ManyClusters } from "./many_clusters";
import type { Rows } from "./rows";

export interface SessionTools extends Brought, ReturnType<typeof made> {}

export function sessionTools(view: View, page: PageSlots): SessionTools {
  const all = made(view, page);
  return { ...all, ...together(Object.values(all)) };
}

const made = (view: View, page: PageSlots) => ({
  ...lists(view, page),
  steps: fitSteps(view, page),
  out: exportDialog(view, page),
  compare: new Compare(view, page),
  stopping: new Stopping(view, page),
  helpers: helping(view, page),
  check: checked(view, page),
  many: many(view, page),
  colours: new Colours(view, page),
  oracle_run: oracleRun(view, page),
  review: review(view, page),
  settleDisagreements: settleDisagreements(view, page),
});

/** Lists of points that stand first in the side panel. */
function lists(view: View, page: PageSlots) {
  const [search, nearest] = [new Search(view, page), new Nearest(view, page)];
  const [noise, more] = [new Noise(view, page), rows(view, page)];
  page.side.prepend(search.el, nearest.el, noise.el);
  addToToolbar(page, search.button);
  page.entries.unshift(
    () => searchItem(view, search),
    () => nearestItem(view, nearest),
    () => noiseItem(view, noise),
    more.item,
  );
  return { search, nearest, noise, rows: more };
}

/** Of more clusters the list is loaded before it is asked for. */
const FEW = 8;

/** The list of all clusters and the proposals; their code is loaded after this one's. */
function many(view: View, page: PageSlots) {
  const part = new OnDemand<ManyClusters, PageSlots>(view, "many_clusters", page);
  const list = (): void => part.use((now) => now.list.toggle());
  const propose = (): void => part.use((now) => now.proposals.toggle());
  const items = [
    { label: CLUSTERS, key: CLUSTERS_KEY, run: list },
    { label: PROPOSALS, key: PROPOSALS_KEY, run: propose },
  ];
  const press = (event: KeyboardEvent): boolean => {
    if (part.press(event)) return true;
    const ours = items.find(({ key }) => event.key.toUpperCase() === key && !event.repeat);
    if (!ours || isBlocked(view) || focusOf(view.root)?.closest("[role=dialog]")) return false;
    ours.run();
    return true;
  };
  page.entries.unshift(...items.map((item) => () => item));
  const sync = (): void => {
    if (part.now || view.state.clusters.length > FEW) part.sync();
  };
  const receive: Brought["receive"] = (reply, buffers) => part.receive(reply, buffers);
  return { list, press, sync, receive };
}

/** The check of the result; its code is loaded when it is opened. */
function checked(view: View, page: PageSlots) {
  const part = new OnDemand<Check, PageSlots>(view, "check", page);
  page.entries.unshift(() => {
    const { done, total } = view.state.check;
    const label = done < total ? `${CHECK}, ${done} of ${total}` : CHECK;
    return { label, run: () => part.use((now) => now.toggle()) };
  });
  const sync = (): void => {
    if (part.now) part.sync();
  };
  const receive: Brought["receive"] = (reply, buffers) => part.receive(reply, buffers);
  return { press: (event: KeyboardEvent) => part.press(event), sync, receive };
}

/** Who answers; its code is loaded where functions answer, or a source is doubtful. */
function helping(view: View, page: PageSlots) {
  const part = new OnDemand<Helpers, PageSlots>(view, "helpers", page);
  const run = (): void => part.use((now) => now.toggle());
  page.entries.unshift(() => (view.state.who_answers ? { label: WHO_ANSWERS, run } : null));
  const sync = (): void => {
    if (part.now || view.state.who_answers) part.sync();
  };
  return { ...together([part]), sync };
}

/** New rows and rows left out; their code is loaded where there are any. */
function rows(view: View, page: PageSlots) {
  const part = new OnDemand<Rows, PageSlots>(view, "rows", page);
  const run = (): void => part.use(({ leftOut }) => leftOut.leaveSelected());
  const item = () => ({ label: LEAVE_SELECTED, run });
  const sync = (): void => {
    if (part.now || view.state.new_rows || view.state.left_out) part.sync();
  };
  return { ...together([part]), sync, item };
}

/** Before Undo and Redo. */
function addToToolbar({ buttons }: PageSlots, button: HTMLElement): void {
  const tail = buttons.export.parentElement;
  tail?.insertBefore(button, tail.children[1] ?? null);
  const bar = tail?.closest<HTMLElement>(".ssc-bar");
  if (!bar) return;
  squeeze(bar);
  tidy(bar);
}
