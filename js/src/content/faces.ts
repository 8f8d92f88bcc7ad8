/** What a card shows of a point: its image, else the start of its text, else name and features. */

import type { Face } from "../contract";
import { h, s } from "../ui/dom";

const HEIGHT = 18;
const BAR = 5;

export function face({ name, image, text, profile }: Face): Node[] {
  if (image?.startsWith("data:image/"))
    return [h("img", { class: "ssc-faceimage", src: image, alt: "", draggable: "false" })];
  if (text) return [h("span", { class: "ssc-facetext" }, text)];
  return [h("span", { class: "ssc-facename", title: name }, name), bars(profile)];
}

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
