/** Saves files to the browser's downloads folder. */

import { h } from "../../core/dom";
import { NO_FIGURE } from "./text";

const FOREVER = 60_000;
/** Pixels of a picture for each one of the screen. */
const SCALE = 2;

export function download(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = h("a", { href, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), FOREVER);
}

/** A picture of an SVG text of this size, at twice the resolution. */
export async function png(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(NO_FIGURE))), "image/png"),
  );
}
