/** Opens the comparison with another clusterer; its panel is made when it is first opened. */

import type { KeyHandler } from "../../core/lazy_bundle";
import { isComparing, type Panel, type View } from "../../core/view_state";
import type { PageSlots } from "../../page/page_slots";
import { Among } from "./ask_where_different";
import { Comparison } from "./comparison_panel";
import * as words from "./text";

export class Compare implements Pick<Panel, "sync">, KeyHandler {
  private readonly among: Among;
  private made: Comparison | null = null;

  constructor(
    private readonly view: View,
    private readonly page: PageSlots,
  ) {
    this.among = new Among(view);
    page.asked.el.before(this.among.el);
    page.entries.push(() => ({
      label: words.COMPARE_ENTRY,
      icon: "compare",
      run: () => this.toggle(),
    }));
  }

  sync(): void {
    if (isComparing(this.view)) this.parts.sync();
    else this.made?.sync();
    this.among.sync();
  }

  press(event: KeyboardEvent): boolean {
    return this.made?.press(event) ?? false;
  }

  private get parts(): Comparison {
    this.made ??= new Comparison(this.view, this.page);
    return this.made;
  }

  private toggle(): void {
    if (isComparing(this.view)) this.view.set({ openPanel: null });
    else this.parts.begin();
  }
}
