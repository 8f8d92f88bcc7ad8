/** The dialog about an answer that contradicts earlier ones, with three choices. */

import type { Choice, Conflict, Statement, Step } from "../../contract";
import { clipped, focusOf, h, pushButton, put, setText } from "../../core/dom";
import * as common from "../../core/text";
import type { Panel, View } from "../../core/view_state";
import { linkIcon } from "../../ui/icons";
import * as words from "./text";

const SHOWN = 60;
const TAKE_BACK = /^take_back:/;

export interface ConflictPanel extends Panel {
  /** Use a key while the dialog is open; it keeps the focus inside. */
  press(event: KeyboardEvent): boolean;
}

/** `el` holds it while it is open. */
export function conflict(view: View, el: HTMLElement): ConflictPanel {
  let shown: Dialog | null = null;
  let before: HTMLElement | null = null;

  const close = (): void => {
    shown?.el.remove();
    shown = null;
    view.set({ step: null });
    if (before?.isConnected && !(before as HTMLButtonElement).disabled)
      before.focus({ preventScroll: true });
    else view.focusPlot();
  };
  const open = (found: Conflict): void => {
    const active = focusOf(view.root);
    before = active instanceof HTMLElement && view.root.contains(active) ? active : null;
    shown = new Dialog(view, found);
    el.append(shown.el);
    view.set({ step: latest(found.chain), row: null });
    shown.first.focus({ preventScroll: true });
    view.reveal(shown.el);
  };
  const sync = (): void => {
    const found = view.local.disconnected ? null : view.state.conflict;
    const key = found && JSON.stringify(found);
    if (shown && shown.key !== key) close();
    if (found && !shown) open(found);
    shown?.sync();
  };
  return { el, sync, press: (event) => shown?.press(event) ?? false };
}

class Dialog {
  readonly el: HTMLElement;
  readonly first: HTMLButtonElement;
  readonly key: string;
  private readonly steps: { answer: number; el: HTMLButtonElement }[] = [];
  private readonly title = h("b", {});
  private readonly text = h("span", {});

  constructor(
    private readonly view: View,
    private readonly found: Conflict,
  ) {
    this.key = JSON.stringify(found);
    const give = (choice: () => Choice | undefined): void => {
      const chosen = choice();
      if (chosen) view.send({ type: "resolve", choice: chosen.id });
    };
    const fixed = (choice: Choice): HTMLButtonElement =>
      pushButton(
        { onclick: () => give(() => choice) },
        h("b", {}, choice.title),
        h("span", {}, choice.text),
      );
    const takeBack = pushButton(
      { onclick: () => give(() => this.choice()) },
      this.title,
      this.text,
    );
    const [harmless, ...others] = found.choices.filter((choice) => !TAKE_BACK.test(choice.id));
    this.first = harmless ? fixed(harmless) : takeBack;
    const some = found.choices.some((choice) => TAKE_BACK.test(choice.id));
    const choices = [this.first, ...(some && harmless ? [takeBack] : []), ...others.map(fixed)];
    this.el = h(
      "div",
      { class: "ssc-dlg", role: "alertdialog", "aria-modal": "true", "aria-label": found.title },
      h(
        "div",
        { class: "ssc-dlgtitle" },
        h("span", { class: "ssc-badge", "aria-hidden": "true" }, "!"),
        h("span", {}, found.title),
      ),
      h("p", {}, found.text),
      this.chain(),
      h("div", { class: "ssc-choices" }, ...choices),
    );
  }

  sync(): void {
    const choice = this.choice();
    if (choice) {
      setText(this.title, choice.title);
      setText(this.text, choice.text);
    }
    for (const { answer, el } of this.steps) {
      const on = answer === this.view.local.step;
      el.classList.toggle("ssc-on", on);
      put(el, "aria-checked", String(on));
      el.tabIndex = on ? 0 : -1;
    }
  }

  press(event: KeyboardEvent): boolean {
    const active = focusOf(this.el);
    if (event.key === "Escape") this.first.click();
    else if (event.key === "Tab") return this.turn(event.shiftKey ? -1 : 1);
    else if (/^Arrow/.test(event.key))
      return this.step(/Down|Right/.test(event.key) ? 1 : -1, active);
    else if (event.key === "Enter" || event.key === " ") return false;
    return true;
  }

  /** Tab cycles inside. */
  private turn(by: number): boolean {
    const stops = [...this.el.querySelectorAll<HTMLElement>("button")].filter(
      (button) => button.tabIndex >= 0,
    );
    const now = stops.indexOf(focusOf(this.el) as HTMLElement);
    stops.at((now + by) % stops.length)?.focus();
    return true;
  }

  private step(by: number, active: Element | null): boolean {
    const now = this.steps.findIndex((step) => step.el === active);
    const next = this.steps[now + by];
    if (now < 0 || !next) return true;
    this.view.set({ step: next.answer });
    next.el.focus();
    return true;
  }

  private choice(): Choice | undefined {
    const removable = this.found.choices.filter((choice) => TAKE_BACK.test(choice.id));
    return removable.find((choice) => choice.answer === this.view.local.step) ?? removable[0];
  }

  private chain(): HTMLElement {
    const { chain, new: fresh } = this.found;
    const box = h("div", { class: "ssc-chain", role: "radiogroup", "aria-label": words.CHAIN });
    for (const step of chain.slice(0, SHOWN)) {
      const answer = step.answer ?? -1;
      const el = pushButton(
        { class: "ssc-step", role: "radio", onclick: () => this.view.set({ step: answer }) },
        h("span", { class: "ssc-radio", "aria-hidden": "true" }),
        ...statement(
          step,
          step.given || !step.number ? words.GIVEN : words.answer(step.number, step.who),
        ),
      );
      this.steps.push({ answer, el });
      box.append(el);
    }
    const rest = chain.length - SHOWN;
    const more = rest > 0 ? h("p", { class: "ssc-muted" }, common.andMore(rest)) : null;
    return h(
      "div",
      { class: "ssc-chainbox" },
      box,
      more,
      h("div", { class: "ssc-step ssc-newstep" }, h("span", {}), ...statement(fresh, words.NEW)),
    );
  }
}

function statement({ a, b, kind }: Statement, when: string): Node[] {
  return [
    h(
      "b",
      { class: "ssc-num", title: common.pairOf(a, b) },
      common.pairOf(clipped(a, 16), clipped(b, 16)),
    ),
    linkIcon(kind),
    h("span", { title: common.KIND_NAMES[kind] }, common.KIND_NAMES[kind]),
    h("span", { class: "ssc-when" }, when),
  ];
}

const latest = (chain: Step[]): number | null =>
  chain.reduce<number | null>(
    (last, { answer }) => (answer && answer > (last ?? 0) ? answer : last),
    null,
  );
