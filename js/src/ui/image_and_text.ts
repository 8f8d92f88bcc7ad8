/** Images and texts of rows: an image as large as fits, a text that scrolls. */

import { h } from "../core/dom";
import * as words from "../core/text";
import type { View } from "../core/view_state";

/** An image that is shown at this many times its size, or more, has pixels to be seen. */
const PIXELS = 2;

/** The image of a row once loaded; until then three dots, and nothing where there is none. */
export function picture(view: Pick<View, "images">, row: number, name: string): HTMLElement | null {
  const src = view.images.get(row);
  if (src === undefined) return waiting();
  return src ? drawn(src, name) : null;
}

export const waiting = (): HTMLElement =>
  h("span", { class: "ssc-waiting ssc-muted", "aria-label": words.WAITING }, words.DOTS);

export function drawn(src: string, alt: string): HTMLImageElement {
  const image = h("img", { src, alt, draggable: "false" });
  const sized = (): void => {
    const { naturalWidth: wide, naturalHeight: high } = image;
    const scale = Math.min(image.clientWidth / (wide || 1), image.clientHeight / (high || 1));
    image.classList.toggle("ssc-pixels", wide > 0 && scale >= PIXELS);
  };
  image.addEventListener("load", sized);
  return image;
}

export function enlarger(image: HTMLElement, name: string, onclick: () => void): HTMLElement {
  const more = { type: "button", title: words.LARGER, "aria-label": words.imageLarger(name) };
  return h("button", { class: "ssc-im", ...more, onclick }, image);
}

/** A long text fades at its end, until it is scrolled there. */
export function reader(text: string, name: string): HTMLElement {
  const about = { tabindex: 0, role: "region", "aria-label": words.textOf(name) };
  const el = h("div", { class: "ssc-tx", ...about, onscroll: () => fade(el) }, text);
  return el;
}

export function fade(el: HTMLElement): void {
  const rest = el.scrollHeight - el.clientHeight - el.scrollTop;
  el.classList.toggle("ssc-goes-on", rest > 2);
}
