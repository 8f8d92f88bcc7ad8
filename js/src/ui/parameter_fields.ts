/** Fields for parameters: a switch, a choice or an entry; the kernel checks every value. */

import type { Param, ParamValue } from "../contract";
import { focusOf, h, put, setText, uid } from "../core/dom";
import * as words from "../core/text";
import { icon } from "./icons";

interface Control {
  el: HTMLElement;
  /** Show the kernel's value, unless another one is being typed. */
  paint(value: ParamValue): void;
  /** Show the refused entry. */
  restore?(): void;
}

export interface Field {
  el: HTMLElement;
  /** `wrong` is the reason why the kernel refused the typed value. */
  paint(value: ParamValue, wrong: string | null): void;
}

type Send = (value: ParamValue) => void;

/** What the field under the pointer, else that with the focus, is about. */
export function explain(fields: HTMLElement, about: HTMLElement): void {
  const helpText = (target: EventTarget | null): string | undefined =>
    target instanceof Element
      ? target.closest<HTMLElement>("[data-help]")?.dataset.help
      : undefined;
  const tell = (target: EventTarget | null): void => {
    const active = focusOf(fields);
    const focused = fields.contains(active) ? active : null;
    setText(about, helpText(target) ?? helpText(focused) ?? "");
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
    const isNew = ours && !error.textContent;
    setText(error, ours ? wrong : "");
    if (isNew) el.scrollIntoView?.({ block: "nearest" });
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
      h("option", {}, names?.[at] ?? (value === null ? words.NONE : String(value))),
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
    placeholder: param.nullable ? words.NONE : null,
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

/** A number where the text is one; otherwise the text, for the kernel to check. */
export function parsed(
  text: string,
  { type, nullable }: Pick<Param, "type" | "nullable">,
): ParamValue {
  const trimmed = text.trim();
  if (!trimmed || trimmed.toLowerCase() === "none") return nullable ? null : trimmed;
  const number = Number(trimmed);
  return type === "text" || Number.isNaN(number) ? trimmed : number;
}
