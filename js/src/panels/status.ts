/** The line that speaks: what happened, how long a fit still takes, what is saved. */

import { h, put, say, show } from "../dom";
import { icon } from "../icons";
import type { Panel, View } from "../view";

/** A fit shows its bar once it has lasted this long. */
const PATIENCE = 500;

export interface StatusPanel extends Panel {
  readonly help: HTMLElement;
  /** Whether a fit has lasted long enough to be shown, and so to be cancelled by Esc. */
  isFitting(): boolean;
}

export function status(view: View, openHelp: () => void): StatusPanel {
  const text = h("span", { class: "ssc-say", role: "status", "aria-live": "polite" });
  const fill = h("i", {});
  const bar = h("span", { class: "ssc-run", role: "progressbar", "aria-label": "Fit" }, fill);
  const cancel = h(
    "button",
    { class: "ssc-b", type: "button", onclick: () => view.send({ type: "cancel" }) },
    "Cancel",
    h("kbd", { "aria-hidden": "true" }, "Esc"),
  );
  const saved = h("span", {});
  const key = h("kbd", { "aria-hidden": "true" });
  const help = h(
    "button",
    { class: "ssc-b", type: "button", "aria-haspopup": "dialog", onclick: openHelp },
    icon("help"),
    "Keys",
    key,
  );
  const el = h("div", { class: "ssc-status" }, text, bar, cancel, h("span", { class: "ssc-r" }, saved, help));

  let long = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (running: boolean): void => {
    if (running && timer === undefined) {
      timer = setTimeout(() => {
        long = true;
        sync();
      }, PATIENCE);
    }
    if (running) return;
    clearTimeout(timer);
    timer = undefined;
    long = false;
  };
  view.signal.addEventListener("abort", () => clearTimeout(timer));

  const sync = (): void => {
    const { state, local } = view;
    const fit = local.disconnected ? null : state.fit;
    watch(!!fit);
    const fitting = long && !!fit;
    speak(text, fitting && fit && !state.conflict ? fit.text : sentence(view));
    show(bar, fitting);
    show(cancel, fitting);
    if (fit && fit.fraction !== null) put(bar, "aria-valuenow", Math.round(100 * fit.fraction));
    else bar.removeAttribute("aria-valuenow");
    fill.style.width = `${100 * (fit?.fraction ?? 1)}%`;
    say(saved, state.saved);
    say(key, state.keys.help);
    help.disabled = !!state.conflict;
  };
  return { el, help, sync, isFitting: () => long && !!view.state.fit };
}

function sentence({ state, local }: View): string {
  if (!local.disconnected) return local.said ?? state.status;
  const at = local.fittedAt?.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return at ? `Disconnected · last fit at ${at}` : "Disconnected";
}

/** The words "1 violated" stand out. */
function speak(element: HTMLElement, text: string): void {
  if (element.textContent === text) return;
  put(element, "title", text);
  const parts = text.split(/(\d+ violated)/);
  element.replaceChildren(...parts.map((part, i) => (i % 2 ? h("span", { class: "ssc-bad" }, part) : part)));
}
