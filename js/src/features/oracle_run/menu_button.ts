/** A button that shows the chosen entry of the menu that it opens. */

import { h, put, setText } from "../../core/dom";
import { isBlocked, type View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import { type MenuItem, PopMenu } from "../../ui/popup_menu";

export class Opener {
  readonly button: HTMLButtonElement;
  readonly menu: PopMenu;
  private readonly text = h("span", { class: "ssc-chosen" });

  constructor(
    private readonly view: View,
    label: string,
    items: () => MenuItem[],
    foot?: string,
  ) {
    const onclick = (): void => this.menu.toggle();
    const looks = { class: "ssc-b ssc-line ssc-small", type: "button", onclick };
    const popup = { "aria-haspopup": "menu", "aria-expanded": "false" };
    this.button = h("button", { ...looks, ...popup }, this.text, icon("chevronDown"));
    const last = foot ? { foot: h("div", { class: "ssc-foot", role: "presentation" }, foot) } : {};
    this.menu = new PopMenu(view, label, () => this.button, items, { ...last, right: true });
  }

  name(short: string, whole: string): void {
    setText(this.text, short);
    put(this.button, "aria-label", whole);
    put(this.button, "title", whole);
    this.button.disabled = isBlocked(this.view);
  }
}
