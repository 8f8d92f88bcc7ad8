/** One answer to a question, however often it is given. */

import type { Answer, Message } from "../contract";
import { questionKey, type View } from "../core/view_state";

/** Send an answer to the open question, unless one is on its way; the next may take the focus. */
export function once(view: View, answer: Answer, message: Message): void {
  const key = questionKey(view.state);
  if (key === null || view.local.answered === key || view.local.disconnected) return;
  view.set({ awaiting: "follows", answered: key });
  if (view.ahead) view.ahead.give(answer, message);
  else view.send(message);
}
