/** An image of a point: the largest that fits its place, small ones with their pixels as squares. */

import type { View } from "../../core/view_state";
import { h } from "../../ui/dom";
import * as words from "./text";

/** An image that is shown at this many times its size, or more, has pixels to be seen. */
const PIXELS = 2;

/** The image of a row once it is here; until then three dots, and nothing where there is none. */
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
