/** The form of the question: a button in its section's head, and the menu that it opens. */

import * as words from "../sentences";
import { h, put, say, show } from "../ui/dom";
import { icon } from "../ui/icons";
import { type MenuItem, PopMenu } from "../ui/popmenu";
import type { View } from "../view";

export class ShapeMenu extends PopMenu {
  private readonly title = h("span", {});
  readonly button: HTMLButtonElement;

  constructor(private readonly shown: View) {
    super(
      shown,
      words.SHAPE_MENU,
      () => this.button,
      () => this.choices(),
    );
    this.button = h(
      "button",
      {
        class: "ssc-b ssc-line ssc-small",
        type: "button",
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        onclick: () => this.toggle(),
      },
      this.title,
      icon("chevronDown"),
    );
  }

  override sync(): void {
    super.sync();
    const { shape, choices } = this.shown.state.shapes;
    const title = choices.find(({ id }) => id === shape)?.title ?? "";
    show(this.button, !!title);
    say(this.title, title);
    put(this.button, "aria-label", words.askFor(title));
    this.button.disabled = this.shown.local.disconnected;
  }

  private choices(): MenuItem[] {
    const { shape: now, choices } = this.shown.state.shapes;
    return choices.map(({ id: shape, title: label, about, reason }) => {
      const checked = shape === now;
      const run = (): void => {
        if (checked) return;
        this.shown.set({ awaiting: "asked" });
        this.shown.send({ type: "shape", shape });
      };
      const check = checked ? ({ icon: "check" } as const) : {};
      return { label, about, reason, checked, single: true, ...check, run };
    });
  }
}
