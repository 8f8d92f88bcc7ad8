// The front end's half: a model over plain requests, and the widget's module in a shadow tree.
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.lineNumber}`),
);

const unpacked = (value) =>
  typeof value?.bytes === "string"
    ? new DataView(Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0)).buffer)
    : value;

const state = await (await fetch("/state")).json();
const traits = new Map(Object.entries(state).map(([name, value]) => [name, unpacked(value)]));
const heard = new Map();
const tell = (name, ...what) => {
  for (const listener of heard.get(name) ?? []) listener(...what);
};
const model = {
  get: (name) => traits.get(name),
  set: (name, value) => traits.set(name, value),
  save_changes: () => undefined,
  on: (name, listener) => heard.set(name, [...(heard.get(name) ?? []), listener]),
  off: (name, listener) =>
    heard.set(name, (heard.get(name) ?? []).filter((each) => each !== listener)),
  send: (message) => fetch("/", { method: "POST", body: JSON.stringify(message) }),
};

const el = document.createElement("div");
const { default: widget } = await import("/layer.js");
const end = widget.render({ model, el });
document.querySelector("#host").attachShadow({ mode: "open" }).append(el);
window.end = end;

for (let number = 0; ; ) {
  const news = await (await fetch(`/news?${number}`)).json();
  number += news.length;
  for (const { name, value } of news) if (name) traits.set(name, unpacked(value));
  for (const { name, message, buffers } of news) {
    if (name) tell(`change:${name}`);
    else tell("msg:custom", message, buffers.map(unpacked));
  }
}
