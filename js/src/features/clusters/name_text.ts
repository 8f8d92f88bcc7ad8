/** The text of a name on the map: shortened, measured, and drawn as a target for clicks. */

import { s, setText } from "../../core/dom";
import { round } from "../../core/geometry";
import { type Box, boxAt, type Label, LINE } from "./name_placement";

/** A line of smaller text below the name. */
export const BELOW = 13;
/** Least size of what is clicked. */
export const TARGET = 24;
const LETTERS = 24;
const [NAME, ABOUT] = ["600 12px", "400 11px"];
/** Width of a letter where nothing can be measured. */
const LETTER = 7.4;

/** A name of at most 24 letters and "…". */
export function shortened(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return letters.length > LETTERS ? `${letters.slice(0, LETTERS).join("").trimEnd()}…` : name;
}

const widths = new Map<string, number>();
let ruler: CanvasRenderingContext2D | null | undefined;

/** Width of a name, or of the line below it, in pixels. */
export function widthOf(text: string, near: Element, isName: boolean): number {
  const font = `${isName ? NAME : ABOUT} ${getComputedStyle(near).fontFamily || "sans-serif"}`;
  const key = font + text;
  let width = widths.get(key);
  if (width !== undefined) return width;
  ruler ??= document.createElement("canvas").getContext("2d");
  if (ruler) ruler.font = font;
  width = ruler ? Math.ceil(ruler.measureText(text).width) : text.length * LETTER;
  widths.set(key, width);
  return width;
}

/** Name and text at a place beside a mark at 0, 0. Centred, they may have either direction. */
export function written(
  label: Label & { name: string; about: string },
  place: number,
): SVGGElement {
  const box = boxAt({ ...label, at: [0, 0] }, place);
  const x = round((box[0] + box[2]) / 2);
  const line = (look: string, y: number, text: string): SVGTextElement => {
    const el = s("text", { class: look, x, y: round(y), dir: "auto" });
    setText(el, text);
    return el;
  };
  const below = label.about ? [line("ssc-below", box[1] + LINE + BELOW - 3, label.about)] : [];
  const name = line("ssc-calls", box[1] + LINE - 3.5, label.name);
  return s("g", { class: "ssc-mapname" }, target(box), name, ...below);
}

/** Takes clicks. */
export function target([left, top, right, bottom]: Box): SVGRectElement {
  const [width, height] = [Math.max(TARGET, right - left), Math.max(TARGET, bottom - top)];
  const [x, y] = [round((left + right - width) / 2), round((top + bottom - height) / 2)];
  return s("rect", { class: "ssc-maptarget", x, y, width: round(width), height });
}
