// A front end that is no notebook: anywidget's own loader on a model over plain requests.
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sourceFile}`),
);

const unpacked = (value) =>
  typeof value?.bytes === "string"
    ? new DataView(Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0)).buffer)
    : value;

// What anywidget takes from @jupyter-widgets/base, as far as it uses it.
class DOMWidgetModel {
  constructor(traits) {
    this.traits = traits;
    this.heard = [];
    this.sent = Promise.resolve();
    this.widget_manager = { get_model: () => Promise.reject(new Error("there is no other model")) };
    this.initialize();
  }
  initialize() {}
  get(name) {
    return this.traits.get(name);
  }
  set(name, value) {
    this.traits.set(name, value);
  }
  save_changes() {}
  send(message) {
    const body = JSON.stringify(message);
    const post = () => fetch("/", { method: "POST", body });
    this.sent = this.sent.then(post, post); // in order, as to a kernel
  }
  on(name, listener, context) {
    this.heard.push({ name, listener, context });
  }
  once(name, listener) {
    this.on(name, listener);
  }
  off(name, listener, context) {
    const is = (wanted, one) => wanted === null || wanted === undefined || wanted === one;
    this.heard = this.heard.filter(
      (one) => !(is(name, one.name) && is(listener, one.listener) && is(context, one.context)),
    );
  }
  trigger(name, ...what) {
    for (const one of [...this.heard]) if (one.name === name) one.listener(...what);
  }
}

class DOMWidgetView {
  constructor(model) {
    this.model = model;
    this.el = document.createElement("div");
    this.$el = { empty: () => this.el.replaceChildren() };
  }
  remove() {
    this.el.remove();
  }
}

window.define = (_names, factory) => {
  window.front = factory({ DOMWidgetModel, DOMWidgetView });
};
await import("/anywidget.js");
const { AnyModel, AnyView } = window.front;

const state = await (await fetch("/state")).json();
const model = new AnyModel(new Map(Object.entries(state).map(([name, value]) => [name, unpacked(value)])));
const view = new AnyView(model);
document.querySelector("#host").attachShadow({ mode: "open" }).append(view.el);
await view.render();
window.end = () => view.remove();

for (let number = 0; ; ) {
  const news = await (await fetch(`/news?${number}`)).json();
  number += news.length;
  for (const { name, value } of news) if (name) model.set(name, unpacked(value));
  for (const { name, message, buffers } of news) {
    if (name) model.trigger(`change:${name}`);
    else model.trigger("msg:custom", message, buffers.map(unpacked));
  }
}
