/** K and the parameters of the other clusterer of the comparison. */

import type { OtherClusterer, Param } from "../../contract";
import { h, pushButton, put, uid, whenChanged } from "../../core/dom";
import * as common from "../../core/text";
import { isBlocked, type View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import { explain, type Field, field } from "../../ui/parameter_fields";
import { Popover } from "../../ui/popover";
import * as words from "./text";

export class Controls {
  readonly popover: Popover;
  private readonly input: HTMLInputElement;
  private readonly steps: HTMLButtonElement[];
  readonly opener: HTMLButtonElement;
  private fields = new Map<string, Field>();
  private typed = false;
  private readonly list = h("div", { class: "ssc-form" });
  private readonly about = h("p", { class: "ssc-about", id: uid("about") });
  private readonly build = whenChanged((shape: { id: string; params: Param[] }) => {
    this.fields = new Map(shape.params.map((param) => [param.name, this.made(param)]));
    this.list.replaceChildren(...[...this.fields.values()].map(({ el }) => el));
  });

  constructor(private readonly view: View) {
    const change = (by: number): void => this.send(Number(this.input.value) + by);
    const step = (name: "minus" | "plus", label: string, by: number): HTMLButtonElement =>
      pushButton({ tabindex: -1, "aria-label": label, onclick: () => change(by) }, icon(name));
    this.input = h("input", {
      type: "number",
      "aria-label": words.OTHER_COUNT,
      oninput: () => {
        this.typed = true;
      },
      onchange: () => {
        this.typed = false;
        const { valueAsNumber: value } = this.input;
        this.send(Number.isNaN(value) ? this.input.value : value);
      },
    });
    this.steps = [step("minus", common.FEWER, -1), step("plus", common.MORE, 1)];
    this.opener = pushButton(
      {
        class: "ssc-b ssc-icon",
        "aria-label": words.OTHER_PARAMETERS,
        title: words.OTHER_PARAMETERS,
        "aria-haspopup": "dialog",
        "aria-expanded": "false",
        onclick: () => this.popover.toggle(),
      },
      icon("sliders"),
    );
    const [fewer, more] = this.steps;
    const count = h(
      "div",
      { class: "ssc-field" },
      h("span", { "aria-hidden": "true" }, common.N_CLUSTERS),
      h("span", { class: "ssc-spin" }, fewer, this.input, more),
    );
    const fields = h("div", { class: "ssc-fields ssc-onefield" }, count, this.list);
    explain(fields, this.about);
    const body = h("div", { class: "ssc-body" }, fields, this.about);
    const content = { el: body, sync: () => this.sync() };
    const title = words.OTHER_PARAMETERS;
    this.popover = new Popover(view, title, "ssc-params", () => this.opener, content);
  }

  paint({ n_clusters: k }: OtherClusterer): void {
    const off = isBlocked(this.view);
    const { n_clusters_high: high } = this.view.state.settings;
    put(this.input, "min", 1);
    put(this.input, "max", high);
    if (!this.typed && this.input.value !== String(k)) this.input.value = String(k);
    for (const each of [this.input, this.opener, ...this.steps]) each.disabled = off;
    const [fewer, more] = this.steps;
    if (fewer) fewer.disabled ||= k <= 1;
    if (more) more.disabled ||= k >= high;
    this.sync();
  }

  private sync(): void {
    const { compared } = this.view.state;
    if (!compared) return;
    const { clusterer: id, params } = compared;
    this.build({ id, params: params.map((param) => ({ ...param, value: null })) });
    for (const { name, value } of params) this.fields.get(name)?.paint(value, null);
  }

  private made(param: Param): Field {
    return field(param, this.about.id, (value) =>
      this.view.send({ type: "compare", verb: "param", name: param.name, value }),
    );
  }

  private send(value: number | string): void {
    this.view.send({ type: "compare", verb: "n_clusters", value });
  }
}
