/** Forms made from the clusterer's and the strategy's own parameters; the kernel checks every value. */

import type { Param, ParamValue, State } from "../../contract";
import { h, pushButton, setText, show, uid, whenChanged } from "../../core/dom";
import type { View } from "../../core/view_state";
import { type Choosable, helpOf } from "../../ui/option_groups";
import { explain, type Field, field } from "../../ui/parameter_fields";
import { Popover } from "../../ui/popover";
import * as words from "./text";

interface Form {
  el: HTMLElement;
  sync(state: State): void;
}

export function parameters(view: View, opener: () => HTMLElement): Popover {
  const about = h("p", { class: "ssc-about", id: uid("about") });
  const afresh = pushButton(
    {
      class: "ssc-b ssc-line ssc-small ssc-afresh",
      title: words.START_OVER_HINT,
      onclick: () => view.send({ type: "refit" }),
    },
    words.START_OVER,
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
  /** Closing the form discards entries that were refused. */
  const turned = (open: boolean): void => {
    view.set({ form: open });
    if (!open && view.state.refused) view.send({ type: "dismiss_error" });
  };
  const body = h("div", { class: "ssc-body" }, fields, about);
  return new Popover(view, words.PARAMETERS, "ssc-params", opener, { el: body, sync, turned });
}

function form(view: View, whose: "clusterer" | "strategy", about: string): Form {
  const what = whose === "clusterer" ? "param" : "strategy_param";
  const legend = h("legend", {});
  const help = h("p", { class: "ssc-muted ssc-formhelp" });
  const list = h("div", { class: "ssc-form" });
  const el = h("fieldset", {}, legend, help, list);
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
    const titles: readonly Choosable[] =
      whose === "clusterer" ? settings.clusterers : settings.strategies;
    setText(legend, titles.find(([id]) => id === settings[whose])?.[1] ?? "");
    setText(help, helpOf(titles, settings[whose]));
    show(help, !!help.textContent);
    build({ id: settings[whose], params: params.map((param) => ({ ...param, value: null })) });
    for (const { name, value } of params) {
      const wrong = refused?.what === what && refused.name === name ? refused.text : null;
      fields.get(name)?.paint(value, wrong);
    }
    show(el, params.length > 0);
  };
  return { el, sync };
}
