/** Resolves pairs about which annotators disagree, one after the other. */

import type { Kind } from "../../contract";
import * as common from "../../core/text";
import type { View } from "../../core/view_state";
import { type Item, OneByOne } from "../../page/decide_one_by_one";
import type { PageSlots } from "../../page/page_slots";
import * as words from "./text";

interface Disputed extends Item {
  readonly i: number;
  readonly j: number;
}

const taking = (kind: Kind) => ({
  letter: (_: Disputed, keys: Record<Kind, string>) => keys[kind],
  text: () => common.KIND_NAMES[kind],
  take: (view: View, { i, j }: Disputed) => view.send({ type: "settle", i, j, kind }),
});

export const settleDisagreements = (view: View, page: PageSlots): OneByOne<Disputed> =>
  new OneByOne<Disputed>(view, page, {
    panel: "settle",
    title: words.SETTLE_TITLE,
    close: words.CLOSE_SETTLE,
    opener: words.settle,
    items: (state) =>
      state.disagreements.map(({ i, j, title, said: why, answer: row }) => ({
        ...{ id: `${i}, ${j}`, i, j },
        ...{ title, why, row },
      })),
    choices: [taking("must"), taking("cannot")],
  });
