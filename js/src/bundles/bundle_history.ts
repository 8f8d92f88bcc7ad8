/** The curves of the progress, looking back at any moment, and going there. */

import type { Brought } from "../core/lazy_bundle";
import type { Frame } from "../core/page_slots";
import type { View } from "../core/view_state";
import { History } from "../features/history/history";
import { progress } from "../features/history/progress_curves";

export function past(view: View, frame: Frame): Brought {
  const curves = progress(view, frame.curves);
  const history = new History(view, curves.under);
  const { menu } = history;
  frame.popovers.append(menu.el);
  return {
    sync: () => {
      curves.sync();
      history.sync();
      menu.sync();
    },
    press: (event) => menu.press(event) || history.press(event),
    receive: (reply, buffers) => history.receive(reply, buffers),
  };
}
