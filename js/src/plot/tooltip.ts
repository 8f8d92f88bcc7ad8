/** What is known about the point under the pointer or the keyboard's cursor; the kernel tells it. */

import type { Description } from "../contract";
import { h, middled } from "../ui/dom";
import type { View } from "../view";

const DELAY = 80;

export class Tooltip {
  readonly el = h("div", { class: "ssc-tip", role: "tooltip", hidden: true });
  private wanted: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: View) {
    view.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Ask about a point, or hide. */
  want(index: number | null): void {
    if (index === this.wanted) return;
    this.wanted = index;
    this.el.hidden = true;
    clearTimeout(this.timer);
    if (index === null) return;
    this.timer = setTimeout(() => this.view.send({ type: "describe", index }), DELAY);
  }

  /** The kernel's description has come; it may be of a point that is no longer wanted. */
  receive({ index, title, rows, image }: Description): void {
    if (index !== this.wanted || !this.view.dots) return;
    const cells = rows.flatMap(([name, text]) => [
      h("span", {}, name),
      h("span", { class: "ssc-num" }, text),
    ]);
    const picture = image?.startsWith("data:image/") ? h("img", { src: image, alt: "" }) : null;
    this.el.replaceChildren(h("b", {}, ...middled(title)), ...cells, ...(picture ? [picture] : []));
    this.el.hidden = false;
    this.place(this.view.dots.at(index));
  }

  private place([x, y]: readonly [number, number]): void {
    const { clientWidth = 0, clientHeight = 0 } = this.el.parentElement ?? {};
    const { offsetWidth: w, offsetHeight: h2 } = this.el;
    const left = x + 16 + w <= clientWidth ? x + 16 : x - 16 - w;
    this.el.style.left = `${Math.max(4, left)}px`;
    this.el.style.top = `${Math.max(4, Math.min(clientHeight - h2 - 4, y + 12))}px`;
  }
}
