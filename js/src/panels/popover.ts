/** A small dialog under the button that opened it; Escape and a click elsewhere close it. */

import { h, put, show, uid } from "../dom";
import { icon } from "../icons";
import type { Panel, View } from "../view";

export interface Popover extends Panel {
  toggle(): void;
  close(): void;
  isOpen(): boolean;
  press(event: KeyboardEvent): boolean;
}

interface Content {
  el: HTMLElement;
  sync(): void;
}

export function popover(view: View, title: string, extra: string, opener: () => HTMLElement, content: Content): Popover {
  const heading = h("span", { id: uid("popover") }, title);
  const shut = h("button", { class: "ssc-b ssc-icon", type: "button", "aria-label": "Close", onclick: () => close() }, icon("close"));
  const el = h(
    "div",
    { class: `ssc-pop ${extra}`, role: "dialog", "aria-labelledby": heading.id, hidden: true },
    h("div", { class: "ssc-pophead" }, heading, shut),
    content.el,
  );
  const isOpen = (): boolean => !el.hidden;
  const set = (open: boolean): void => {
    show(el, open);
    put(opener(), "aria-expanded", String(open));
    if (!open) return;
    content.sync();
    const room = view.root.clientWidth - el.offsetWidth - 8;
    el.style.left = `${Math.max(8, Math.min(room, opener().offsetLeft))}px`;
  };
  const close = (): void => {
    if (!isOpen()) return;
    const held = el.contains(document.activeElement);
    set(false);
    if (held) opener().focus({ preventScroll: true });
  };
  const toggle = (): void => {
    if (isOpen()) return close();
    set(true);
    const first = el.querySelector<HTMLElement>("input:not([disabled]),select:not([disabled])") ?? shut;
    first.focus({ preventScroll: true });
  };
  const outside = (event: Event): void => {
    const path = event.composedPath();
    if (isOpen() && !path.includes(el) && !path.includes(opener())) set(false);
  };
  window.addEventListener("pointerdown", outside, { capture: true, signal: view.signal });
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen() || event.key !== "Escape") return false;
    close();
    return true;
  };
  const sync = (): void => {
    if (view.state.conflict || view.local.disconnected) set(false);
    if (isOpen()) content.sync();
  };
  return { el, toggle, close, isOpen, press, sync };
}
