/** One point of a check: its image or text, else its values; nothing tells its cluster. */

import type { CheckFace } from "../../contract";
import { h, s } from "../../core/dom";
import { pointName } from "../../core/text";
import type { View } from "../../core/view_state";
import { enlarger, fade, picture, reader } from "../../ui/image_and_text";

const [HEIGHT, BAR] = [18, 5];

/** Characters of a text that fit on a card. */
const START = 300;

export type Enlarge = (row: number, name: string) => void;

/** The point in question, as large as there is room. */
export function large(view: View, { i, name, content, values }: CheckFace, enlarge: Enlarge) {
  const drawn = content.image ? picture(view, i, pointName(name)) : null;
  const image =
    drawn?.tagName === "IMG" ? enlarger(drawn, name, () => enlarge(i, name)) : (drawn ?? null);
  const read = content.text ? reader(content.text, name) : null;
  if (read) requestAnimationFrame(() => fade(read));
  const lines = [...content.rows, ...values].map(([label, text]) =>
    h("p", { class: "ssc-extra" }, h("span", { class: "ssc-muted" }, `${label} `), text),
  );
  return h("div", { class: "ssc-shown" }, image, read, ...lines);
}

/** The same on a card that can be chosen. */
export function small(view: View, { i, content, profile }: CheckFace): Node[] {
  const drawn = content.image ? picture(view, i, "") : null;
  if (drawn) {
    drawn.classList.add("ssc-faceimage");
    return [h("span", { class: "ssc-content" }, drawn)];
  }
  const text = content.text || content.rows.map((row) => row.join(" ")).join(", ");
  if (text) return [h("span", { class: "ssc-facetext" }, text.slice(0, START))];
  return profile.length ? [bars(profile)] : [];
}

/** What a card is called for screen readers; the text on it comes first. */
export function spoken(called: string, { content, values }: CheckFace): string {
  const told = [...content.rows, ...values].map((row) => row.join(" "));
  return [called, content.text.slice(0, START), ...told].filter(Boolean).join(", ");
}

function bars(profile: readonly number[]): SVGSVGElement {
  const width = profile.length * (BAR + 2) - 2;
  const box = { viewBox: `0 0 ${Math.max(width, 1)} ${HEIGHT}`, "aria-hidden": "true" };
  return s(
    "svg",
    { class: "ssc-profile", ...box },
    ...profile.map((share, k) => {
      const high = Math.max(1.5, share * HEIGHT);
      return s("rect", { x: k * (BAR + 2), y: HEIGHT - high, width: BAR, height: high });
    }),
  );
}
