/** Reviews doubtful answers one after the other: keep or change each. */

import type { Kind } from "../../contract";
import * as common from "../../core/text";
import type { View } from "../../core/view_state";
import { type Item, OneByOne } from "../../page/decide_one_by_one";
import type { PageSlots } from "../../page/page_slots";
import * as words from "./text";

interface Thought extends Item {
  readonly kind: Kind;
}

const CONTRARY: Record<Kind, Kind> = { must: "cannot", cannot: "must" };

export const review = (view: View, page: PageSlots): OneByOne<Thought> =>
  new OneByOne<Thought>(view, page, {
    panel: "review",
    title: words.REVIEW_TITLE,
    close: words.CLOSE_REVIEW,
    opener: words.reviewAnswers,
    items: (state) =>
      state.doubtful.map(({ answer, said: why, title, kind }) => ({
        ...{ id: String(answer), row: answer },
        ...{ title, why, kind },
      })),
    choices: [
      {
        letter: () => common.KEEP_KEY,
        letters: ({ kind }, keys) => [keys[kind]],
        text: () => words.KEEP_IT,
        take: (at, { row: answer }) => at.send({ type: "confirm", answer }),
      },
      {
        letter: ({ kind }, keys) => keys[CONTRARY[kind]],
        text: ({ kind }) => words.changeTo(CONTRARY[kind]),
        take: (at, { row: answer }) => at.send({ type: "change_answer", answer }),
      },
    ],
  });
