/** A foldable part of the side panel: a heading that is a button, a summary, a body. */

import { h, pushButton, put, setText, show, uid } from "../core/dom";
import type { Local, View } from "../core/view_state";
import { icon } from "./icons";

export interface Section {
  readonly el: HTMLElement;
  readonly body: HTMLElement;
  /** Title, summary at the right, and whether the body shows. */
  paint(title: string, summary: (Node | string)[], open: boolean): void;
}

export function section(extra: string, toggle: () => void): Section {
  const title = h("span", { class: "ssc-title" });
  const summary = h("span", { class: "ssc-sum" });
  const body = h("div", { class: "ssc-in", id: uid("body") });
  const head = pushButton(
    { class: "ssc-head", "aria-controls": body.id, onclick: toggle },
    icon("chevronRight", "ssc-chev"),
    title,
    summary,
  );
  const el = h("section", { class: `ssc-sec ${extra}`.trim() }, head, body);
  const paint = (text: string, sum: (Node | string)[], open: boolean): void => {
    setText(title, text);
    put(el, "aria-label", text);
    summary.replaceChildren(...sum);
    put(head, "aria-expanded", String(open));
    el.classList.toggle("ssc-open", open);
    show(body, open);
  };
  return { el, body, paint };
}

/** Which sections are open: those that the state suggests, until a person opens or folds one. */
export class Folds {
  private readonly chosen = new Map<string, boolean>();
  private key = "";

  /** Folding is stored for each situation, such as an open question. */
  situation(key: string): void {
    this.key = key;
  }

  isOpen(name: string, suggested: boolean): boolean {
    return this.chosen.get(this.here(name)) ?? suggested;
  }

  /** Open or fold; returns whether it is open. */
  toggle(name: string, suggested: boolean): boolean {
    const open = !this.isOpen(name, suggested);
    this.chosen.set(this.here(name), open);
    return open;
  }

  private here(name: string): string {
    return `${name} ${this.key}`;
  }
}

/** The cross that closes a section. */
export const closer = (label: string, title: string, onclick: () => void): HTMLElement =>
  pushButton({ class: "ssc-close", "aria-label": label, title, onclick }, icon("close"));

/** The focus goes to what opened the panel if that is still there, or else to the plot. */
export function closePanel(
  view: View,
  change: Partial<Local> = { openPanel: null },
  opener?: HTMLElement | null,
): void {
  view.set(change);
  if (opener?.isConnected && view.root.contains(opener)) opener.focus({ preventScroll: true });
  else view.focusPlot();
}
