/** The tooltip of the point under the pointer or the keyboard's cursor. */

import type { Description } from "../../contract";
import { h, middled, put } from "../../core/dom";
import * as words from "../../core/text";
import { isComparing, type View } from "../../core/view_state";
import { fade, picture, waiting } from "../../ui/image_and_text";

const DELAY = 80;
/** Time for the pointer to move from the point to a scrolling tooltip. */
const GRACE = 400;

export class Tooltip {
  readonly el = h("div", { class: "ssc-tip", role: "tooltip", hidden: true });
  private wanted: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown: Description | null = null;
  /** The step of the last request. */
  private asked: number | null = null;

  constructor(private readonly view: View) {
    const { signal } = view;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.el.addEventListener("pointerleave", () => this.want(null), { signal });
    this.el.addEventListener("scroll", () => fade(this.el), { signal });
  }

  want(point: number | null): void {
    const index = isComparing(this.view) ? null : point;
    if (index === this.wanted) return;
    this.hide(index);
    if (index !== null) this.timer = setTimeout(() => this.ask(index), DELAY);
  }

  /** The pointer left the point: a scrolling tooltip waits for it to arrive. */
  leave(on: EventTarget | null): void {
    const inside = on instanceof Node && this.el.contains(on);
    if (inside) clearTimeout(this.timer);
    else if (!this.el.classList.contains("ssc-scrolls")) this.want(null);
    else if (this.wanted !== null) {
      const held = this.wanted;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.wanted === held && this.want(null), GRACE);
    }
  }

  /** The kernel's description has come, perhaps of a point that is no longer wanted. */
  receive(description: Description): void {
    const { dots, local } = this.view;
    if (!dots || description.step !== this.step) return;
    if (description.index === local.cursor && this.el.hidden) local.message = description.title;
    if (description.index !== this.wanted) return;
    this.shown = description;
    this.fill(description);
    this.el.hidden = false;
    this.place(dots.at(description.index));
  }

  /** An image may have come, or another step be shown. */
  sync(): void {
    if (this.shown && this.asked !== this.step) this.ask(this.shown.index);
    if (this.shown && !this.el.hidden && this.el.querySelector(".ssc-waiting"))
      this.receive(this.shown);
  }

  /** Page up and down scroll a tip that scrolls. */
  press(event: KeyboardEvent): boolean {
    const way = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
    if (!way || this.el.hidden || !this.el.classList.contains("ssc-scrolls")) return false;
    this.el.scrollBy({ top: way * 0.8 * this.el.clientHeight });
    return true;
  }

  private get step(): number | null {
    return this.view.local.past?.moment.step ?? null;
  }

  private ask(index: number): void {
    this.asked = this.step;
    this.view.send({ type: "describe", index, step: this.step });
  }

  private hide(next: number | null): void {
    this.wanted = next;
    this.shown = null;
    this.el.hidden = true;
    clearTimeout(this.timer);
  }

  private fill({
    index,
    name,
    title,
    features,
    image,
    text,
    rows,
    problem,
    pending,
  }: Description): void {
    const cells = [...rows, ...features].flatMap(([label, value]) => [
      h("span", {}, label),
      h("span", { class: "ssc-num" }, value),
    ]);
    const shown = image ? picture(this.view, index, words.pointName(name)) : null;
    this.el.replaceChildren(
      h("b", {}, ...middled(title)),
      ...(shown ? [h("div", { class: "ssc-th" }, shown)] : []),
      ...(text ? [h("p", {}, text)] : []),
      ...(pending ? [h("p", {}, waiting())] : []),
      ...(problem ? [h("p", { class: "ssc-problem" }, problem)] : []),
      ...cells,
    );
    this.el.classList.toggle("ssc-reads", !!text);
  }

  private place([x, y]: readonly [number, number]): void {
    const { el } = this;
    const { clientWidth = 0, clientHeight = 0 } = el.parentElement ?? {};
    const { offsetWidth: w, offsetHeight: h2 } = el;
    const left = x + 16 + w <= clientWidth ? x + 16 : x - 16 - w;
    el.style.left = `${Math.max(4, left)}px`;
    el.style.top = `${Math.max(4, Math.min(clientHeight - h2 - 4, y + 12))}px`;
    const scrolls = el.scrollHeight > el.clientHeight + 1;
    el.classList.toggle("ssc-scrolls", scrolls);
    put(el, "tabindex", scrolls ? 0 : null);
    fade(el);
  }
}
