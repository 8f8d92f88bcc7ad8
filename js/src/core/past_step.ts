/** The state of an earlier step in place of the present one, in this view alone. */

import type { State } from "../contract";
import type { Local } from "./view_state";

/**
 * The step's state, with the present values that have no history. A conflict ends the look back.
 */
export function stateOf(live: State, local: Pick<Local, "past">): State {
  if (live.conflict) local.past = null;
  if (!local.past) return live;
  const { shows, settings } = local.past.moment;
  return {
    ...live,
    ...shows,
    settings: { ...live.settings, ...settings },
    ...{ question: null, placement: null, sorting: null, asking: false, exhausted: false },
    ...{
      lasso: null,
      selected: null,
      fit: null,
      error: null,
      refused: null,
      moved: [],
      problem: null,
    },
  };
}
