/**
 * Which key means which action; `actions.ts` does the action. One listener for all keys, on the
 * window in the capture phase, before Jupyter's. It acts only while the widget has the focus or
 * was clicked last.
 */

import type { Keys } from "../contract";
import { focusOf, isWithin } from "../core/dom";
import type { Direction } from "../core/geometry";

export type Action =
  | "must"
  | "cannot"
  | "unknown"
  | "next"
  | "lasso"
  | "find"
  | "help"
  | "full"
  | "side"
  | "undo"
  | "redo"
  | "cancel"
  | "pick"
  | Direction;

const ARROWS = new Map<string, Direction>([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
]);

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** What a key means; `null` for a key that is not ours. */
export function actionOf(event: Pressed, keys: Keys): Action | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    return key === "z" ? (event.shiftKey ? "redo" : "undo") : null;
  }
  const letter = (Object.keys(keys) as (keyof Keys)[]).find((name) => keys[name] === key);
  if (letter) return letter;
  if (event.shiftKey) return null;
  if (key === "Escape") return "cancel";
  if (key === "Enter" || key === " ") return "pick";
  return ARROWS.get(key) ?? null;
}

/** Keys that choose from the list below a field. */
const CHOOSING = new Set(["ArrowDown", "ArrowUp", "Enter"]);

/** Whether a key pressed here is text; never letters in a number field or on a radio button. */
export function isTyping(target: Element | null, event: Pressed): boolean {
  if (!target) return false;
  if (target.closest("textarea[readonly]")) return event.key !== "Escape";
  if (target.closest("textarea,[contenteditable=true],[contenteditable='']")) return true;
  if (target.tagName !== "INPUT") return false;
  if (target.getAttribute("role") === "combobox" && CHOOSING.has(event.key)) return false;
  const { type } = target as HTMLInputElement;
  if (["radio", "checkbox", "button", "range", "submit"].includes(type)) return false;
  if (type !== "number") return event.key !== "Escape";
  const letter = /^[a-df-z?]$/i.test(event.key) && !event.ctrlKey && !event.metaKey;
  return !letter && event.key !== "Escape";
}

/** Combinations that belong to the host even while the widget has the focus. */
const isHosts = (event: Pressed): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key === "Enter");

/**
 * Listen until `signal` aborts. `press` returns whether it used the key; other keys keep their
 * native meaning, but never reach Jupyter while the focus is inside.
 */
export function listen(
  root: HTMLElement,
  press: (event: KeyboardEvent) => boolean,
  signal: AbortSignal,
): void {
  let clicked = false;
  const options = { capture: true, signal };
  const onPointer = (event: Event): void => {
    clicked = event.composedPath().includes(root);
  };
  const onKey = (event: KeyboardEvent): void => {
    const active = focusOf(root);
    const focused = root.contains(active);
    if (!root.isConnected || !(focused || (clicked && encloses(active, root)))) return;
    const target = (event.composedPath()[0] ?? null) as Element | null;
    const used = !isTyping(target, event) && press(event);
    if (used) event.preventDefault();
    if (used || (focused && !isHosts(event))) event.stopImmediatePropagation();
  };
  window.addEventListener("pointerdown", onPointer, options);
  window.addEventListener("keydown", onKey, options);
}

/** The focus is nowhere in particular, or on the notebook cell that shows the widget. */
function encloses(active: Element | null, root: Element): boolean {
  return !active || active === document.body || isWithin(active, root);
}
