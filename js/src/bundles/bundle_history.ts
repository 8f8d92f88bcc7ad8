/** The curves of the progress, looking back at any moment, and going there. */

import type { Brought } from "../core/lazy_bundle";
import type { View } from "../core/view_state";
import { History } from "../features/history/history";
import { progress } from "../features/history/progress_curves";
import type { PageSlots } from "../page/page_slots";

export function past(view: View, page: PageSlots): Brought {
  const curves = progress(view, page.curves);
  const history = new History(view, curves.under);
  const { menu } = history;
  page.popovers.append(menu.el);
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
