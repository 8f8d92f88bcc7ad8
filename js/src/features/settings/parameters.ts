/** Forms made from the clusterer's and the strategy's own parameters; the kernel checks every value. */

import type { Param, ParamValue, State } from "../../contract";
import * as common from "../../core/text";
import type { View } from "../../core/view_state";
import { h, put, say, show, uid, whenChanged } from "../../ui/dom";
import { focusOf } from "../../ui/focus";
import { icon } from "../../ui/icons";
import { Popover } from "../../ui/popover";
import * as words from "./text";

interface Control {
  el: HTMLElement;
  /** Show the kernel's value, unless another one is being typed. */
  paint(value: ParamValue): void;
  /** Show again what was typed and refused. */
  restore?(): void;
}

export interface Field {
  el: HTMLElement;
  /** `wrong` says why the value that was typed here is not the kernel's. */
  paint(value: ParamValue, wrong: string | null): void;
}

interface Form {
  el: HTMLElement;
  sync(state: State): void;
}

type Send = (value: ParamValue) => void;

export function parameters(view: View, opener: () => HTMLElement): Popover {
  const about = h("p", { class: "ssc-about", id: uid("about") });
  const afresh = h(
    "button",
    {
      class: "ssc-b ssc-line ssc-small ssc-afresh",
      type: "button",
      title: words.FIT_AFRESH_HINT,
      onclick: () => view.send({ type: "refit" }),
    },
    words.FIT_AFRESH,
  );
  const clusterer = form(view, "clusterer", about.id);
  const strategy = form(view, "strategy", about.id);
  clusterer.el.append(afresh);
  const fields = h("div", { class: "ssc-fields" }, clusterer.el, strategy.el);
  explain(fields, about);
  const toTop = whenChanged(() => {
    fields.scrollTop = 0;
  });
  const sync = (): void => {
    clusterer.sync(view.state);
    strategy.sync(view.state);
    toTop(view.state.settings.clusterer);
  };
  /** A form that is put away takes what it could not use with it. */
  const turned = (open: boolean): void => {
    view.set({ form: open });
    if (!open && view.state.refused) view.send({ type: "dismiss_error" });
  };
  const body = h("div", { class: "ssc-body" }, fields, about);
  return new Popover(view, words.PARAMETERS, "ssc-params", opener, { el: body, sync, turned });
}

/** One form under the title of what it is about. */
function form(view: View, whose: "clusterer" | "strategy", about: string): Form {
  const what = whose === "clusterer" ? "param" : "strategy_param";
  const legend = h("legend", {});
  const list = h("div", { class: "ssc-form" });
  const el = h("fieldset", {}, legend, list);
  let fields = new Map<string, Field>();
  const build = whenChanged((shape: { id: string; params: Param[] }) => {
    fields = new Map(
      shape.params.map((param) => {
        const send = (value: ParamValue): void =>
          view.send({ type: "set", what, name: param.name, value });
        return [param.name, field(param, about, send)];
      }),
    );
    list.replaceChildren(...[...fields.values()].map((made) => made.el));
  });
  const sync = ({ settings, refused }: State): void => {
    const params = whose === "clusterer" ? settings.params : settings.strategy_params;
    const titles = whose === "clusterer" ? settings.clusterers : settings.strategies;
    say(legend, titles.find(([id]) => id === settings[whose])?.[1] ?? "");
    build({ id: settings[whose], params: params.map((param) => ({ ...param, value: null })) });
    for (const { name, value } of params) {
      const wrong = refused?.what === what && refused.name === name ? refused.text : null;
      fields.get(name)?.paint(value, wrong);
    }
    show(el, params.length > 0);
  };
  return { el, sync };
}

/** What the field under the pointer, else that with the focus, is about. */
export function explain(fields: HTMLElement, about: HTMLElement): void {
  const told = (target: EventTarget | null): string | undefined =>
    target instanceof Element
      ? target.closest<HTMLElement>("[data-help]")?.dataset.help
      : undefined;
  const tell = (target: EventTarget | null): void => {
    const active = focusOf(fields);
    const focused = fields.contains(active) ? active : null;
    say(about, told(target) ?? told(focused) ?? "");
  };
  for (const name of ["pointerover", "focusin"] as const) {
    fields.addEventListener(name, (event) => tell(event.target));
  }
  fields.addEventListener("pointerleave", () => tell(null));
}

export function field(param: Param, about: string, send: Send): Field {
  const { label } = param;
  let sent = false;
  const give = (value: ParamValue): void => {
    sent = true;
    send(value);
  };
  const made =
    param.type === "flag"
      ? flag(label, give)
      : param.type === "choice"
        ? choice(label, param, give)
        : entry(label, param, give);
  const control = made.el.matches("input,select") ? made.el : made.el.querySelector("select");
  const error = h("span", { class: "ssc-wrong", id: uid("wrong"), role: "alert" });
  if (control) put(control, "aria-describedby", `${about} ${error.id}`);
  const el = h(
    "label",
    { class: "ssc-field", "data-help": param.help },
    h("span", {}, label),
    made.el,
    error,
  );
  const paint = (value: ParamValue, wrong: string | null): void => {
    const ours = sent && wrong !== null;
    made.paint(value);
    if (ours) made.restore?.();
    if (control) put(control, "aria-invalid", ours ? "true" : null);
    const told = ours && !error.textContent;
    say(error, ours ? wrong : "");
    if (told) el.scrollIntoView?.({ block: "nearest" });
  };
  return { el, paint };
}

function flag(label: string, send: Send): Control {
  const el = h("input", {
    type: "checkbox",
    "aria-label": label,
    onchange: () => send(el.checked),
  });
  const paint = (value: ParamValue): void => {
    el.checked = value === true;
  };
  return { el, paint };
}

function choice(label: string, { options, option_names: names }: Param, send: Send): Control {
  const values = options ?? [];
  const select = h(
    "select",
    { "aria-label": label, onchange: () => send(values[select.selectedIndex] ?? null) },
    ...values.map((value, at) =>
      h("option", {}, names?.[at] ?? (value === null ? common.NONE : String(value))),
    ),
  );
  const el = h("span", { class: "ssc-sel" }, select, icon("chevronDown"));
  const paint = (value: ParamValue): void => {
    select.selectedIndex = values.indexOf(value);
  };
  return { el, paint };
}

function entry(label: string, param: Param, send: Send): Control {
  let typed = false;
  let last = "";
  const el = h("input", {
    type: "text",
    inputmode: param.type === "int" ? "numeric" : param.type === "real" ? "decimal" : null,
    placeholder: param.nullable ? common.NONE : null,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": label,
    oninput: () => {
      typed = true;
    },
    onchange: () => {
      typed = false;
      last = el.value;
      send(parsed(last, param));
    },
  });
  const paint = (value: ParamValue): void => {
    put(el, "data-empty", value === null);
    const text = value === null ? "" : String(value);
    if (!typed && el.value !== text) el.value = text;
  };
  const restore = (): void => {
    if (!typed) el.value = last;
  };
  return { el, paint, restore };
}

/** A number where the text is one; otherwise the text itself, for the kernel to explain what it wants. */
export function parsed(
  text: string,
  { type, nullable }: Pick<Param, "type" | "nullable">,
): ParamValue {
  const trimmed = text.trim();
  if (!trimmed || trimmed.toLowerCase() === "none") return nullable ? null : trimmed;
  const number = Number(trimmed);
  return type === "text" || Number.isNaN(number) ? trimmed : number;
}
