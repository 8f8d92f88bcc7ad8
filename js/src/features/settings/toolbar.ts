/** The toolbar: clusterer, K, strategy, mode, undo and redo. */

import { h, pushButton, put, setText, show, uid, whenChanged } from "../../core/dom";
import { squeeze, tidy } from "../../core/layout/toolbar_fit";
import { IDLE, type Mode } from "../../core/linking";
import * as common from "../../core/text";
import {
  askedOf,
  isComparing,
  isOff,
  type Panel,
  unfitted,
  type View,
} from "../../core/view_state";
import { type IconName, icon } from "../../ui/icons";
import { type Choosable, helpOf, optionGroups } from "../../ui/option_groups";
import * as words from "./text";

interface Toolbar extends Panel {
  readonly parameters: HTMLButtonElement;
  /** The end of the row, for buttons of other parts. */
  readonly tail: HTMLElement;
}

/** How long a number may stay unconfirmed before the kernel's is shown again. */
const ECHO = 3000;

const MODES: (Mode & IconName)[] = ["inspect", "link", "lasso"];

export function toolbar(view: View, actions: { suggest(): void; parameters(): void }): Toolbar {
  const clusterer = choice(view, words.CLUSTERER, "clusterer");
  const strategy = choice(view, words.STRATEGY, "strategy");
  const count = spinner(view);
  const modes = modeSwitch(view);
  const parameters = formButton(view, actions.parameters);
  const suggest = suggestion(view, actions.suggest);
  const undo = step(view, "undo");
  const redo = step(view, "redo");
  const tail = h("span", { class: "ssc-tail" }, modes.el, undo.el, redo.el);
  const el = h(
    "div",
    { class: "ssc-bar", role: "toolbar", "aria-label": words.TOOLBAR },
    clusterer.el,
    count.el,
    parameters.el,
    h("span", { class: "ssc-sep" }),
    strategy.el,
    suggest.el,
    h("span", { class: "ssc-sep" }),
    h("span", { class: "ssc-brk" }),
    tail,
  );
  const arrange = (): void => {
    squeeze(el);
    tidy(el);
  };
  const refit = whenChanged(arrange);
  const rows = new ResizeObserver(arrange);
  rows.observe(el);
  view.signal.addEventListener("abort", () => rows.disconnect());

  const sync = (): void => {
    const { state, local } = view;
    const parts = [clusterer, strategy, count, parameters, modes, suggest, undo, redo];
    for (const part of parts) part.sync();
    put(el, "inert", !!state.conflict);
    put(el, "data-mode", local.mode);
    const room = [local.width, local.slim, local.large];
    refit([...room, clusterer.chosen(), strategy.chosen(), parameters.el.hidden, state.keys.next]);
  };
  return { el, sync, tail, parameters: parameters.el };
}

function formButton(view: View, onclick: () => void): Panel & { el: HTMLButtonElement } {
  const el = button({
    label: words.PARAMETERS,
    icon: "sliders",
    text: words.PARAMETERS_MORE,
    onclick,
  });
  put(el, "aria-haspopup", "dialog");
  const sync = (): void => {
    const { params, strategy_params: more } = view.state.settings;
    el.disabled = isOff(view);
    show(el, params.length + more.length > 0);
  };
  return { el, sync };
}

function suggestion(view: View, onclick: () => void): Panel {
  const key = h("kbd", { class: "ssc-opt", "aria-hidden": "true" });
  const el = pushButton({ class: "ssc-b", onclick }, common.NEXT_QUESTION, key);
  const sync = (): void => {
    const { keys } = view.state;
    const { progress, oracle_run: run } = view.state;
    const asked = askedOf(view.state) || unfitted(view) || progress.enough.reached;
    const { openPanel: panel, past } = view.local;
    const plays = panel?.kind === "oracle_run" || panel?.kind === "steps";
    const plain = !!asked || plays || isComparing(view) || !!past;
    el.disabled = isOff(view) || !!run?.on;
    el.classList.toggle("ssc-main", !plain);
    el.classList.toggle("ssc-line", plain);
    setText(key, keys.next.toUpperCase());
  };
  return { el, sync };
}

/** One step through the history, named in its title. */
function step(view: View, way: "undo" | "redo"): Panel {
  const [verb, keys] =
    way === "undo" ? [words.UNDO, words.UNDO_KEYS] : [words.REDO, words.REDO_KEYS];
  const el = button({ label: verb, icon: way, onclick: () => view.send({ type: way }) });
  const sync = (): void => {
    const { [`can_${way}` as const]: possible, [`${way}_label` as const]: what } = view.state;
    el.disabled = isOff(view) || !possible;
    put(el, "title", words.stepHint(verb, what, keys));
  };
  return { el, sync };
}

function button(spec: {
  label: string;
  icon: IconName;
  text?: string;
  onclick: () => void;
}): HTMLButtonElement {
  const wide = spec.text ? "ssc-opti" : "ssc-icon";
  return pushButton(
    { class: `ssc-b ${wide}`, "aria-label": spec.label, onclick: spec.onclick },
    icon(spec.icon),
    spec.text ? h("span", { class: "ssc-opt" }, spec.text) : null,
  );
}

interface Choice extends Panel {
  chosen(): string;
}

function choice(view: View, label: string, what: "clusterer" | "strategy"): Choice {
  const select = h("select", {
    "aria-label": label,
    onchange: () => view.send({ type: "set", what, value: select.value }),
  });
  const fill = whenChanged((options: readonly Choosable[]) => {
    select.replaceChildren(...optionGroups(options));
  });
  const el = h(
    "label",
    { class: "ssc-f" },
    h("span", { class: "ssc-opt", "aria-hidden": "true" }, label),
    h("span", { class: "ssc-sel" }, select, icon("chevronDown")),
  );
  const chosen = (): string => select.selectedOptions[0]?.textContent ?? "";
  const sync = (): void => {
    const { settings } = view.state;
    const options: readonly Choosable[] =
      what === "clusterer" ? settings.clusterers : settings.strategies;
    fill(options);
    select.value = settings[what];
    select.disabled = isOff(view);
    const help = helpOf(options, settings[what]);
    put(select, "title", help ? `${chosen()}: ${help}` : chosen());
  };
  return { el, sync, chosen };
}

function spinner(view: View): Panel {
  let typed = false;
  const pending = new Pending(view.signal, () => sync());
  const send = (value: number | string): void => {
    if (typeof value === "number") pending.set(value, view.state.error);
    view.send({ type: "set", what: "n_clusters", value });
  };
  const input = h("input", {
    type: "number",
    oninput: () => {
      typed = true;
    },
    onchange: () => {
      typed = false;
      send(Number.isNaN(input.valueAsNumber) ? input.value : input.valueAsNumber);
    },
  });
  const change = (by: number): void => send(pending.over(view.state.settings.n_clusters) + by);
  const fewer = pushButton(
    { tabindex: -1, "aria-label": common.FEWER, onclick: () => change(-1) },
    icon("minus"),
  );
  const more = pushButton(
    { tabindex: -1, "aria-label": common.MORE, onclick: () => change(1) },
    icon("plus"),
  );
  const el = h(
    "span",
    { class: "ssc-f" },
    h("span", { "aria-hidden": "true" }, words.N_CLUSTERS_SHORT),
    h("span", { class: "ssc-spin" }, fewer, input, more),
  );
  const sync = (): void => {
    const { n_clusters: now, n_clusters_low: low, n_clusters_high: high } = view.state.settings;
    const off = isOff(view);
    show(el, view.state.settings.takes_n_clusters);
    pending.heard(now, off ? "gone" : view.state.error);
    const k = pending.over(now);
    put(input, "min", low);
    put(input, "max", high);
    if (!typed && input.value !== String(k)) input.value = String(k);
    input.disabled = off;
    fewer.disabled = off || k <= low;
    explain(view, el, k <= low && low > 1);
    more.disabled = off || k >= high;
  };
  return { el, sync };
}

/** Where the number is from, why not fewer, and whether it makes the constraints infeasible. */
function explain(view: View, el: Element, isLowest: boolean): void {
  const { n_clusters_low: low, n_clusters_is_estimated: estimated } = view.state.settings;
  const title = estimated ? words.ESTIMATED : common.N_CLUSTERS;
  const wrong = unfitted(view)?.field === "n_clusters";
  for (const [part, name, value] of [
    ["span", "title", title],
    ["input", "aria-label", title],
    [".ssc-spin", "data-wrong", wrong],
    ["input", "aria-invalid", wrong && "true"],
    ["button", "title", isLowest && words.fewestClusters(low)],
  ] as const)
    put(el.querySelector(part) as Element, name, value);
}

/** A requested value until it is confirmed: quick clicks count from it. */
class Pending {
  private value: number | null = null;
  private problem: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly signal: AbortSignal,
    private readonly changed: () => void,
  ) {}

  over(confirmed: number): number {
    return this.value ?? confirmed;
  }

  /** `problem`: the previous sentence. */
  set(value: number, problem: string | null): void {
    clearTimeout(this.timer);
    this.value = value;
    this.problem = problem;
    this.timer = setTimeout(() => this.forget(), ECHO);
    this.changed();
  }

  /** The kernel's value has come; new problem means that it refused the requested one. */
  heard(confirmed: number, problem: string | null): void {
    if (confirmed !== this.value && (!problem || problem === this.problem)) return;
    clearTimeout(this.timer);
    this.value = null;
  }

  private forget(): void {
    this.value = null;
    if (!this.signal.aborted) this.changed();
  }
}

function modeSwitch(view: View): Panel {
  const name = uid("mode");
  const radios = MODES.map((mode) => {
    const input = h("input", {
      type: "radio",
      name,
      onchange: () => view.set({ mode, linking: IDLE }),
    });
    return { mode, input, el: h("label", {}, icon(mode), input, words.MODES[mode]) };
  });
  const el = h(
    "span",
    { class: "ssc-seg", role: "radiogroup", "aria-label": words.MODE },
    ...radios.map((r) => r.el),
  );
  const sync = (): void => {
    for (const { mode, input, el: label } of radios) {
      input.checked = view.local.mode === mode;
      input.disabled = isOff(view);
      label.classList.toggle("ssc-on", input.checked);
    }
  };
  return { el, sync };
}
