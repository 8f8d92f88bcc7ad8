/** The content of a card: the image of a point, else its text, else name and features. */

import type { Face } from "../../contract";
import { h, s } from "../../core/dom";
import { pointName } from "../../core/text";
import type { View } from "../../core/view_state";
import { enlarger, fade, picture, reader } from "../../ui/image_and_text";

const HEIGHT = 18;
const BAR = 5;

/** Characters of a text that fit on a card of any size. */
const START = 300;

export type Images = Pick<View, "images">;
export type Enlarge = (row: number, name: string) => void;

export function face(view: Images, { i, name, image, text, profile }: Face): Node[] {
  const drawn = image ? picture(view, i, "") : null;
  if (drawn) {
    drawn.classList.add("ssc-faceimage");
    return [drawn];
  }
  if (text) return [h("span", { class: "ssc-facetext" }, text.slice(0, START))];
  return [h("span", { class: "ssc-facename", title: name }, name), bars(profile)];
}

/** What a face is called: its point, and how its text begins. */
export const spoken = ({ name, text }: Face): string =>
  [pointName(name), ...(text ? [text.slice(0, START)] : [])].join(": ");

/** Image or text of a point, as large as in a pair question; nothing where features are shown. */
export function shown(view: Images, { i, name, image, text }: Face, enlarge: Enlarge): Node[] {
  const drawn = image ? picture(view, i, name) : null;
  const large =
    drawn?.tagName === "IMG" ? enlarger(drawn, name, () => enlarge(i, name)) : (drawn ?? null);
  const read = text ? reader(text, name) : null;
  if (read) requestAnimationFrame(() => fade(read));
  return [large, read].filter((each) => each !== null);
}

/** What a face looks like, as far as it may change while the question is the same. */
export const here = ({ images }: Images, faces: readonly Face[]): boolean[] =>
  faces.map(({ i, image }) => image && images.has(i));

export const hasContent = ({ image, text }: Face): boolean => image || !!text;

function bars(profile: readonly number[]): SVGSVGElement {
  const width = profile.length * (BAR + 2) - 2;
  return s(
    "svg",
    { class: "ssc-profile", viewBox: `0 0 ${Math.max(width, 1)} ${HEIGHT}`, "aria-hidden": "true" },
    ...profile.map((share, k) => {
      const high = Math.max(1.5, share * HEIGHT);
      return s("rect", { x: k * (BAR + 2), y: HEIGHT - high, width: BAR, height: high });
    }),
  );
}
