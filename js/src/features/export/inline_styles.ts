/** Copies drawn elements with their computed styles inline. */

import { h, put } from "../../core/dom";

/** The host's light colours, and what the widget derives from them. */
const LIGHT = {
  "--jp-layout-color0": "#fff",
  "--jp-layout-color1": "#fff",
  "--jp-ui-font-color0": "#000",
  "--jp-ui-font-color1": "rgba(0,0,0,.87)",
  "--jp-border-color1": "#bdbdbd",
  "--jp-border-color2": "#e0e0e0",
  "--jp-brand-color1": "#1976d2",
  "--jp-error-color1": "#d32f2f",
  "--jp-ui-inverse-font-color0": "#fff",
  "--ssc-ink": "#000",
  "--ssc-edge-keep": "62%",
};

const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

const TEXT = new Set<string>(["font-size", "font-weight", "text-anchor"]);

/** Default values of styles, left out of the file. */
const PLAIN = new Map(
  Object.entries({
    "fill-opacity": "1",
    "stroke-dasharray": "none",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    opacity: "1",
    "font-weight": "400",
    "text-anchor": "start",
  }),
);

const MODERN = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.e-]+))?\)$/;

/** A colour as every viewer knows it. */
export function plainColour(value: string): string {
  const found = MODERN.exec(value);
  if (!found) return value;
  const [r, g, b] = found.slice(1, 4).map((part) => Math.round(Number(part) * 255));
  return found[4] ? `rgba(${r},${g},${b},${found[4]})` : `rgb(${r},${g},${b})`;
}

/** Copy parts of a drawing, styled in a hidden corner that the style sheet reaches. */
export function inlined(originals: readonly Element[], root: Element): Element[] {
  const corner = h("div", { class: "ssc-root" });
  corner.style.cssText =
    "position:absolute;width:0;height:0;overflow:hidden;visibility:hidden;pointer-events:none";
  for (const [name, value] of Object.entries(LIGHT)) corner.style.setProperty(name, value);
  document.body.append(corner);
  const copies = originals.map((original) => {
    const [copy, top, outermost] = within(original, root);
    corner.append(outermost);
    settle(copy);
    for (let el: Element | null = copy; el && el !== outermost; el = el.parentElement) bare(el);
    return top;
  });
  corner.remove();
  return copies;
}

/** A copy of an element, the outermost of its copied ancestors that is drawn, and the outermost of all. */
function within(original: Element, root: Element): [Element, Element, Element] {
  const copy = original.cloneNode(true) as Element;
  let [top, outermost] = [copy, copy];
  for (let el = original.parentElement; el && el !== root; el = el.parentElement) {
    const around = el.cloneNode(false) as Element;
    around.append(outermost);
    outermost = around;
    if (around.tagName === "g") top = around;
  }
  return [copy, top, outermost];
}

/** Write an element's computed style into it, and the same for all that it holds. */
function settle(element: Element): void {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.opacity === "0") return element.remove();
  for (const child of [...element.children]) settle(child);
  const isText = element.tagName === "text" || element.tagName === "tspan";
  for (const name of STYLES) {
    if (TEXT.has(name) && !isText) continue;
    const value = plainColour(style.getPropertyValue(name).trim());
    if (value && value !== PLAIN.get(name)) put(element, name, value);
    else element.removeAttribute(name);
  }
  bare(element);
}

/** What only the page's own style sheet and code would read. */
function bare(element: Element): void {
  for (const name of element.getAttributeNames()) {
    if (name === "class" || name === "style" || /^(data|aria)-/.test(name))
      element.removeAttribute(name);
  }
}
