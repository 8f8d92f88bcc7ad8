/** A form made from the clusterer's own parameters; the kernel checks every value. */

import { h, put, whenChanged } from "../dom";
import type { Param, ParamValue } from "../types";
import type { View } from "../view";
import { Popover } from "./popover";

interface Field {
  el: HTMLElement;
  /** Show the kernel's value, unless another one is being typed. */
  paint(value: ParamValue): void;
}

export function parameters(view: View, opener: () => HTMLElement): Popover {
  const form = h("div", { class: "ssc-form" });
  const afresh = h(
    "button",
    {
      class: "ssc-b ssc-line ssc-afresh",
      type: "button",
      title: "From the clusterer's own starts instead of the last clusters",
      onclick: () => view.send({ type: "refit", fresh: true }),
    },
    "Fit afresh",
  );
  let fields = new Map<string, Field>();
  const build = whenChanged((shape: { clusterer: string; params: Param[] }) => {
    fields = new Map(shape.params.map((param) => [param.name, field(param, (value) => set(param.name, value))]));
    form.replaceChildren(...[...fields.values()].map((made) => made.el));
  });
  const set = (name: string, value: ParamValue): void => {
    view.send({ type: "set", what: "param", name, value });
  };
  const sync = (): void => {
    const { clusterer, params } = view.state.settings;
    build({ clusterer, params: params.map((param) => ({ ...param, value: null })) });
    for (const { name, value } of params) fields.get(name)?.paint(value);
  };
  return new Popover(view, "Parameters", "ssc-params", opener, { el: h("div", {}, form, afresh), sync });
}

function field(param: Param, send: (value: ParamValue) => void): Field {
  const label = param.label || param.name;
  const made =
    param.type === "flag" ? flag(label, send)
    : param.type === "choice" ? choice(label, param.options ?? [], send)
    : entry(label, param, send);
  const el = h("label", { class: "ssc-field", title: param.help ?? null }, h("span", {}, label), made.el);
  return { el, paint: made.paint };
}

function flag(label: string, send: (value: ParamValue) => void): Field {
  const el = h("input", { type: "checkbox", "aria-label": label, onchange: () => send(el.checked) });
  return { el, paint: (value) => (el.checked = value === true) };
}

function choice(label: string, options: ParamValue[], send: (value: ParamValue) => void): Field {
  const el = h(
    "select",
    { "aria-label": label, onchange: () => send(options[el.selectedIndex] ?? null) },
    ...options.map((option) => h("option", {}, option === null ? "none" : String(option))),
  );
  return { el, paint: (value) => (el.selectedIndex = options.indexOf(value)) };
}

function entry(label: string, param: Param, send: (value: ParamValue) => void): Field {
  let typed = false;
  const el = h("input", {
    type: "text",
    inputmode: param.type === "int" ? "numeric" : param.type === "real" ? "decimal" : null,
    placeholder: param.nullable ? "none" : null,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": label,
    oninput: () => (typed = true),
    onchange: () => {
      typed = false;
      send(parsed(el.value, param));
    },
  });
  const paint = (value: ParamValue): void => {
    put(el, "data-empty", value === null);
    const text = value === null ? "" : String(value);
    if (!typed && el.value !== text) el.value = text;
  };
  return { el, paint };
}

/** A number where the text is one; otherwise the text itself, for the kernel to explain what it wants. */
export function parsed(text: string, { type, nullable }: Pick<Param, "type" | "nullable">): ParamValue {
  const trimmed = text.trim();
  if (!trimmed || trimmed.toLowerCase() === "none") return nullable ? null : trimmed;
  const number = Number(trimmed);
  return type === "text" || Number.isNaN(number) ? trimmed : number;
}
