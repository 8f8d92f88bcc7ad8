/** Colours of the points by a column: the menu, the scale above the plot, the legend, the fills. */

import type { Reply } from "../../contract";
import { h, pushButton, put, s, setText, show } from "../../core/dom";
import type { KeyHandler } from "../../core/lazy_bundle";
import type { Panel, View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { ColourMenu } from "./colour_menu";
import { ColourPanel } from "./colour_panel";
import { fillFrom, flagNodes } from "./fills";
import { FilterRow } from "./filter_row";
import * as words from "./text";

const STEPS = 8;
const end = (): HTMLElement => h("span", { "aria-hidden": "true" });

export class Colours implements Pick<Panel, "sync">, KeyHandler {
  private readonly menu: ColourMenu;
  private readonly panel: ColourPanel;
  private readonly filters: FilterRow;
  private readonly scale: HTMLButtonElement;
  private readonly ends = [end(), end()] as const;
  private bytes: unknown;

  constructor(
    private readonly view: View,
    page: PageSlots,
  ) {
    this.panel = new ColourPanel(view, page.folds);
    this.menu = new ColourMenu(view, (name) => this.panel.open(name));
    const steps = Array.from({ length: STEPS }, (_, k) =>
      s("rect", { x: 9 * k, width: 9.1, height: 10, style: `fill:var(--ssc-v${k})` }),
    );
    this.scale = pushButton(
      {
        class: "ssc-b ssc-small ssc-colourscale ssc-num",
        onclick: () => this.panel.open(view.state.colour.name),
      },
      this.ends[0],
      s("svg", { viewBox: "0 0 72 10", "aria-hidden": "true" }, ...steps),
      this.ends[1],
    );
    page.axes.el.before(this.scale, this.menu.el);
    this.filters = new FilterRow(view);
    page.axes.el.parentElement?.append(this.filters.el);
    page.popovers.append(this.menu.menu);
    page.side.prepend(this.panel.el);
  }

  sync(): void {
    const { state, root } = this.view;
    const { title, ends } = state.colour;
    show(this.scale, !!ends);
    this.ends.forEach((each, k) => {
      setText(each, ends?.[k] ?? "");
    });
    put(this.scale, "aria-label", ends && words.openLegend(title, ends));
    put(this.scale, "title", ends && words.openLegend(title, ends));
    this.menu.sync();
    this.panel.sync();
    this.filters.sync();
    this.dress();
    root.toggleAttribute("data-ssc-coloured", state.colour.name !== "cluster");
  }

  press(event: KeyboardEvent): boolean {
    return this.menu.press(event);
  }

  receive(reply: Reply): void {
    this.menu.receive(reply);
    this.panel.receive(reply);
  }

  /** Give the points the colours that the kernel has sent. */
  private dress(): void {
    const { view } = this;
    const bytes = view.modelValue("fills");
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    const fill = bytes instanceof DataView && bytes.byteLength ? fillFrom(view, bytes) : null;
    if (view.dots) flagNodes(view.dots, view.state.axes.painter === "svg" ? fill : null);
    view.set({ fill });
  }
}
