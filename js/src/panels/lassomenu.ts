/** What can be done with the points that a lasso holds; opens beside them. */

import { h, whenChanged } from "../dom";
import { at } from "../geometry";
import { icon, linkIcon } from "../icons";
import { glyph } from "../palette";
import type { Message, State } from "../types";
import type { Panel, View } from "../view";
import { moveFocus } from "./menu";

export interface LassoMenu extends Panel {
  press(event: KeyboardEvent): boolean;
  /** Take the focus once the kernel has answered; a selection made by keyboard does not. */
  expect(): void;
  isOpen(): boolean;
}

export function lassoMenu(view: View): LassoMenu {
  const el = h("div", { class: "ssc-pop ssc-menu", hidden: true });
  let labelling = false;
  let expected = false;

  const send = (message: Message): void => {
    view.send(message);
    view.focusPlot();
  };
  const cancel = (): void => send({ type: "group", action: "cancel" });
  const page = (labels: boolean, focus: boolean): void => {
    labelling = labels;
    build(view, el, labels, send, (next) => page(next, true));
    if (focus) el.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true });
  };
  const isOpen = (): boolean => !el.hidden;
  const rebuild = whenChanged((key: unknown) => {
    if (!key) {
      el.hidden = true;
      el.replaceChildren();
      return;
    }
    el.hidden = false;
    page(false, expected || el.contains(document.activeElement));
    expected = false;
  });
  const sync = (): void => {
    const { state, local } = view;
    const open = !!state.lasso?.count && !state.conflict && !local.disconnected && !local.drawing;
    rebuild(open ? [state.lasso, state.clusters] : null);
    if (open) place(view, el);
  };
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen() || !el.contains(document.activeElement)) return false;
    if (event.key === "Escape" && !labelling) cancel();
    else if (labelling && (event.key === "Escape" || event.key === "ArrowLeft")) page(false, true);
    else if (event.key === "ArrowRight") (document.activeElement as HTMLElement).matches("[aria-haspopup]") && page(true, true);
    else return moveFocus(el, event);
    return true;
  };
  const preview = (): void => {
    const on = !!el.querySelector("[data-preview]:is(:hover,:focus)");
    if (on !== view.local.previewing) view.set({ previewing: on });
  };
  for (const event of ["focusin", "focusout", "pointerover", "pointerout"]) {
    el.addEventListener(event, () => queueMicrotask(preview));
  }
  return { el, sync, press, isOpen, expect: () => (expected = true) };
}

type Turn = (labelling: boolean) => void;

function build(view: View, el: HTMLElement, labelling: boolean, send: (message: Message) => void, turn: Turn): void {
  const { state } = view;
  const count = state.lasso?.count ?? 0;
  const title = `${count} ${count === 1 ? "point" : "points"} selected`;
  const items = labelling ? labels(state, send, turn) : actions(state, send, turn);
  el.setAttribute("role", "menu");
  el.setAttribute("aria-label", title);
  el.replaceChildren(h("div", { class: "ssc-t", role: "presentation" }, title), ...items);
}

function item(picture: Node, text: string, onclick: () => void, more: Record<string, string> = {}): HTMLButtonElement {
  const slot = h("span", { class: "ssc-slot", "aria-hidden": "true" }, picture);
  return h("button", { type: "button", role: "menuitem", tabindex: -1, onclick, ...more }, slot, text);
}

function actions({ lasso, clusters }: State, send: (message: Message) => void, turn: Turn): HTMLElement[] {
  const { count = 0, must_links: links = 0, indices = [], group } = lasso ?? {};
  const choices: HTMLElement[] = [];
  if (group) {
    const text = `Cannot-link with the first ${group.length}`;
    choices.push(item(linkIcon("cannot"), text, () => send({ type: "group", action: "cannot", indices })));
  } else {
    if (count > 1) {
      const text = `All must-link: ${links} ${links === 1 ? "link" : "links"}`;
      choices.push(item(linkIcon("must"), text, () => send({ type: "group", action: "must" }), { "data-preview": "" }));
    }
    const text = "Cannot-link with group…";
    choices.push(item(linkIcon("cannot"), text, () => send({ type: "group", action: "cannot_first" })));
    if (clusters.length) {
      const label = item(icon("tag"), "Label as…", () => turn(true), { "aria-haspopup": "menu" });
      label.append(h("span", { class: "ssc-e", "aria-hidden": "true" }, icon("chevronRight")));
      choices.push(label);
    }
  }
  return choices;
}

function labels({ clusters }: State, send: (message: Message) => void, turn: Turn): HTMLElement[] {
  const list = clusters.map(({ id, name }) =>
    item(glyph(id, 1.15), name, () => send({ type: "group", action: "label", cluster: id })),
  );
  return [
    h("div", { class: "ssc-list", role: "presentation" }, ...list),
    item(icon("chevronLeft"), "Back", () => turn(false)),
  ];
}

/** Beside the selection, to its right where there is room. */
function place({ state, dots }: View, el: HTMLElement): void {
  const indices = state.lasso?.indices ?? [];
  if (!dots || !indices.length) return;
  const chosen = indices.map((i) => at(dots.points, i));
  const [left, right] = [Math.min(...chosen.map((p) => p[0])), Math.max(...chosen.map((p) => p[0]))];
  const top = Math.min(...chosen.map((p) => p[1]));
  const [width, height] = [el.parentElement?.clientWidth ?? 0, el.parentElement?.clientHeight ?? 0];
  const [w, h2] = [el.offsetWidth, el.offsetHeight];
  const beside = right + 24 + w <= width ? right + 24 : left - 24 - w;
  el.style.left = `${Math.max(4, Math.min(width - w - 4, beside))}px`;
  el.style.top = `${Math.max(4, Math.min(height - h2 - 4, top))}px`;
}
