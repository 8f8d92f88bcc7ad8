/** The tooltip of the comparison: the cluster of a point in both clusterings. */

import { h, middled, show } from "../../core/dom";
import * as words from "../../core/text";
import { glyph } from "../../plot/palette";

const GAP = 16;

export class Tip {
  readonly el = h("div", { class: "ssc-tip ssc-cmptip", role: "tooltip", hidden: true });

  /** Show a tooltip beside a place, with the cluster's number and name in both clusterings. */
  tell(
    name: string,
    both: readonly (readonly [string, number, string])[],
    [x, y]: readonly [number, number],
  ): void {
    const cells = both.flatMap(([title, cluster, called]) => [
      h("span", {}, title),
      h("span", {}, glyph(cluster, 1), called),
    ]);
    this.el.replaceChildren(h("b", {}, ...middled(words.pointName(name))), ...cells);
    show(this.el, true);
    const { clientWidth: wide = 0, clientHeight: high = 0 } = this.el.parentElement ?? {};
    const { offsetWidth: w, offsetHeight: tall } = this.el;
    const left = x + GAP + w <= wide ? x + GAP : x - GAP - w;
    this.el.style.left = `${Math.max(4, left)}px`;
    const above = y - GAP - tall;
    this.el.style.top = `${above >= 4 ? above : Math.min(high - tall - 4, y + GAP)}px`;
  }

  hide(): void {
    show(this.el, false);
  }
}
