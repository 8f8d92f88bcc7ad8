/** The curves of the progress, looking back at any moment, and going there. */

import { progress } from "../panels/progress";
import { History } from "../past/history";
import type { View } from "../view";
import type { Frame } from "./frame";
import type { Brought } from "./ondemand";

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
