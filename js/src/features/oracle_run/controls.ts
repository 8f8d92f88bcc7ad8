/** The settings of simulated answers: speed, number, strategies, share of wrong answers. */

import type { OracleRun } from "../../contract";
import { focusOf, h, pushButton, put, setText, show, uid } from "../../core/dom";
import { isBlocked, type Panel, type View } from "../../core/view_state";
import { anyIcon } from "../../ui/lazy_icons";
import type { PopMenu } from "../../ui/popup_menu";
import { Opener } from "./menu_button";
import * as words from "./text";

const SHARES = [0, 5, 10, 20, 30, 50];
const STEP = 10;
/** After the last question a press that was to pause begins no other run for so many milliseconds. */
const GRACE = 800;

interface Control extends Panel {
  readonly el: HTMLElement;
}

export class Controls implements Panel {
  readonly el: HTMLElement;
  readonly menus: readonly PopMenu[];
  readonly play: HTMLButtonElement;
  private readonly parts: readonly Control[];
  private readonly verb = h("span", {});
  private readonly sign = h("span", { class: "ssc-slot" });
  private readonly so = h("span", { class: "ssc-muted ssc-num" });
  private wasOn = false;
  private ended = -GRACE;
  private readonly others: Opener;
  private readonly errors: Opener;

  constructor(private readonly view: View) {
    const key = h("kbd", { class: "ssc-opt", "aria-hidden": "true" }, words.SPACE);
    const onclick = (): void => this.toggle();
    const look = { class: "ssc-b ssc-main", type: "button", onclick };
    this.play = h("button", look, this.sign, this.verb, key);
    const count = spinner(view, () => this.run);
    const until = untilNothing(view, () => this.run);
    const speed = speeds(view, () => this.run);
    this.others = new Opener(view, words.BESIDE_MENU, () => this.strategies(), words.BESIDE_FOOT);
    this.errors = new Opener(view, words.WRONG_MENU, () => this.shares());
    this.menus = [this.others.menu, this.errors.menu];
    this.parts = [count, until, speed];
    const muted = (text: string): HTMLElement => h("span", { class: "ssc-muted ssc-opt" }, text);
    this.el = h(
      "div",
      { class: "ssc-oracleset" },
      h("div", { class: "ssc-oraclerow" }, this.play, speed.el),
      h(
        "div",
        { class: "ssc-oraclerow" },
        this.so,
        count.el,
        h("span", { class: "ssc-right" }, muted(words.BESIDE), this.others.button),
      ),
      h(
        "div",
        { class: "ssc-oraclerow" },
        until.el,
        h(
          "span",
          { class: "ssc-right" },
          h("span", { class: "ssc-muted" }, words.WRONG),
          this.errors.button,
        ),
      ),
    );
  }

  toggle(): void {
    if (isBlocked(this.view)) return;
    if (this.run?.more && performance.now() - this.ended < GRACE) return;
    this.view.send({ type: this.run?.on ? "oracle_pause" : "oracle_play" });
  }

  sync(): void {
    const { run } = this;
    if (!run) return;
    if (this.wasOn && run.more) this.ended = performance.now();
    this.wasOn = run.on;
    setText(this.verb, run.on ? words.PAUSE : run.more ? words.askMore(run.more) : words.PLAY);
    put(this.play, "aria-keyshortcuts", words.SPACE);
    const name = run.on ? "pause" : "play";
    if (this.sign.firstElementChild?.getAttribute("data-icon") !== name)
      this.sign.replaceChildren(anyIcon(name));
    this.play.disabled = isBlocked(this.view);
    setText(this.so, run.goal === null ? `${run.asked} ${words.SO_FAR}` : words.askedOf(run.asked));
    const chosen = run.beside.map((id) => this.title(id));
    const [first = words.NOBODY, ...more] = chosen;
    const short = more.length ? words.andOthers(first, more.length) : first;
    this.others.name(short, words.besideLabel(short, more.join(", ")));
    this.errors.name(words.perCent(run.wrong), words.wrongLabel(run.wrong));
    for (const part of this.parts) part.sync();
    for (const menu of this.menus) menu.sync();
  }

  private get run(): OracleRun | null {
    return this.view.state.oracle_run;
  }

  private title(id: string): string {
    return this.view.state.settings.strategies.find(([name]) => name === id)?.[1] ?? id;
  }

  private strategies() {
    const { strategies, strategy } = this.view.state.settings;
    const chosen = this.run?.beside ?? [];
    return strategies.map(([id, label]) => ({
      label,
      checked: chosen.includes(id),
      ...(id === strategy ? { aside: words.ASKS_ITSELF } : {}),
      run: () => {
        const rest = chosen.filter((each) => each !== id);
        const value = chosen.includes(id) ? rest : [...chosen, id];
        this.view.send({ type: "oracle_beside", value });
      },
    }));
  }

  private shares() {
    return SHARES.map((value) => ({
      label: words.perCent(value),
      checked: this.run?.wrong === value,
      single: true,
      run: () => this.view.send({ type: "oracle_wrong", value }),
    }));
  }
}

function speeds(view: View, run: () => OracleRun | null): Control {
  const name = uid("speed");
  const radios = words.SPEEDS.map(([value, text, title]) => {
    const onchange = (): void => view.send({ type: "oracle_speed", value });
    const input = h("input", { type: "radio", name, onchange });
    return { value, input, label: h("label", { title }, input, text) };
  });
  const labels = radios.map(({ label }) => label);
  const el = h(
    "span",
    { class: "ssc-seg", role: "radiogroup", "aria-label": words.SPEED },
    ...labels,
  );
  const sync = (): void => {
    for (const { value, input, label } of radios) {
      input.checked = run()?.speed === value;
      input.disabled = isBlocked(view);
      label.classList.toggle("ssc-on", input.checked);
    }
  };
  return { el, sync };
}

/** The number of questions: in tens by the buttons, any by typing. */
function spinner(view: View, run: () => OracleRun | null): Control {
  const send = (value: number): void => view.send({ type: "oracle_goal", value });
  const input = h("input", {
    type: "number",
    "aria-label": words.N_QUESTIONS,
    min: 1,
    onchange: () => {
      const { goal, asked } = run() ?? { goal: null, asked: 0 };
      if (input.valueAsNumber > asked) return send(Math.round(input.valueAsNumber));
      input.value = String(goal ?? "");
    },
  });
  const change = (by: 1 | -1): void => {
    const goal = run()?.goal ?? 0;
    send(Math.max(1, (Math.floor(goal / STEP) + (by > 0 ? 1 : goal % STEP ? 0 : -1)) * STEP));
  };
  const button = (label: string, name: "minus" | "plus", by: 1 | -1): HTMLButtonElement =>
    pushButton({ tabindex: -1, "aria-label": label, onclick: () => change(by) }, anyIcon(name));
  const fewer = button(words.FEWER_QUESTIONS, "minus", -1);
  const more = button(words.MORE_QUESTIONS, "plus", 1);
  const el = h("span", { class: "ssc-spin" }, fewer, input, more);
  const sync = (): void => {
    const { goal = null, asked = 0 } = run() ?? {};
    show(el, goal !== null);
    if (goal !== null && focusOf(input) !== input) input.value = String(goal);
    input.disabled = more.disabled = isBlocked(view);
    fewer.disabled = isBlocked(view) || (goal ?? 0) <= Math.max(1, asked);
  };
  return { el, sync };
}

function untilNothing(view: View, run: () => OracleRun | null): Control {
  let before = 40;
  const input = h("input", {
    type: "checkbox",
    onchange: () => {
      const { goal = null, asked = 0 } = run() ?? {};
      if (goal !== null) before = goal;
      const back = Math.max(before, asked + STEP);
      view.send({ type: "oracle_goal", value: input.checked ? null : back });
    },
  });
  const el = h("label", { class: "ssc-until" }, input, words.UNTIL);
  const sync = (): void => {
    input.checked = run()?.goal === null;
    input.disabled = isBlocked(view);
  };
  return { el, sync };
}
