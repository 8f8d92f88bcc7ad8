/** What the style sheet goes by: the state of a view, as attributes of its root. */

import type { State } from "../contract";
import type { Local } from "../view";

/** From so many points on, colours change without a transition. */
const MANY = 500;

/** Mark the root; whether all but a conflict's chain is dimmed. */
export function mark(root: HTMLElement, local: Local, state: State): boolean {
  const dim = !!state.conflict && !local.disconnected;
  root.dataset.sscWidth = local.width;
  root.dataset.sscMode = local.mode;
  const marks = {
    slim: local.slim,
    full: local.full,
    large: local.large,
    alone: local.alone,
    many: state.n > MANY,
    off: local.disconnected,
    dim,
  };
  for (const [name, holds] of Object.entries(marks))
    root.toggleAttribute(`data-ssc-${name}`, holds);
  return dim;
}

/** An element that was disabled, hidden or replaced has lost the focus. */
export function isFocusable(element: HTMLElement): boolean {
  return (
    element.isConnected && !element.matches(":disabled,[inert] *") && !element.closest("[hidden]")
  );
}
