/** Functions that make and change elements; text is inserted as text, never as markup. */

type Value = string | number | boolean | null | undefined | ((event: Event) => void);
type Child = Node | string | null | undefined | false;
/** What an element is made with: walked through, never looked up by a text. */
export type Attributes = Record<string, Value>;

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; `on…` attributes are listeners, `null`, `undefined` and `false` are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** A button that submits no form. */
export const pushButton = (attributes: Attributes, ...children: Child[]): HTMLButtonElement =>
  h("button", { type: "button", ...attributes }, ...children);

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag) as SVGElementTagNameMap[K], attributes, children);
}

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  element.append(...children.filter((child): child is Node | string => !!child));
  return element;
}

/** Set one attribute or listener if it differs; styles also where a page forbids them in markup. */
export function put(element: Element, name: string, value: Value): void {
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (name === "style") (element as HTMLElement).style.cssText = text;
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Replace an element's text where it differs, so that a live region speaks once. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function show(element: HTMLElement, visible: boolean): void {
  if (element.hidden === visible) element.hidden = !visible;
}

/** Calls `build` only when `value` differs from the last one, by content. */
export function whenChanged<T>(build: (value: T) => void): (value: T) => void {
  let last: string | undefined;
  return (value) => {
    const now = JSON.stringify(value);
    if (now === last) return;
    last = now;
    build(value);
  };
}

const TAIL = 6;

/** A name that is shortened in its middle: names often differ only at their end. */
export function middled(name: string): (Node | string)[] {
  const letters = [...name];
  if (letters.length <= 2 * TAIL) return [name];
  const [start, end] = [letters.slice(0, -TAIL).join(""), letters.slice(-TAIL).join("")];
  return [h("span", { class: "ssc-mid", dir: "auto" }, h("span", {}, start), h("span", {}, end))];
}

/** The same where nothing can be measured: at most `length` letters. */
export function clipped(name: string, length: number): string {
  const letters = [...name];
  if (letters.length <= length) return name;
  const end = Math.floor((length - 1) / 2);
  return `${letters.slice(0, length - 1 - end).join("")}…${letters.slice(-end).join("")}`;
}

/** One count for all widgets of the page: each loads its own copy of this module. */
const page = globalThis as { sscIds?: number };

/** An id that is unique on the page. */
export function uid(name: string): string {
  page.sscIds = (page.sscIds ?? 0) + 1;
  return `ssc-${name}-${page.sscIds}`;
}

/** The focused element, as seen from the tree of `near`. */
export function focusOf(near: Node | null | undefined): Element | null {
  const tree = near?.getRootNode();
  const inside = tree instanceof ShadowRoot ? tree.activeElement : null;
  return inside ?? document.activeElement;
}

/** The parent of a node, across shadow roots. */
export function parentOf(node: Node): Element | null {
  const parent = node.parentNode;
  return parent instanceof ShadowRoot ? parent.host : node.parentElement;
}

/** Whether `outer` contains `inner`, across shadow roots. */
export function isWithin(outer: Node, inner: Node): boolean {
  if (outer.contains(inner)) return true;
  const tree = inner.getRootNode();
  return tree instanceof ShadowRoot && isWithin(outer, tree.host);
}
