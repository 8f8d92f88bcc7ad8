/** The status line: the last event, the progress of a fit, and what is saved. */

import type { Making, State } from "../../contract";
import { h, pushButton, put, setText, show, whenChanged } from "../../core/dom";
import * as common from "../../core/text";
import type { Panel, View } from "../../core/view_state";
import { icon } from "../../ui/icons";
import * as words from "./text";

/** A fit shows its bar once it has lasted this long. */
const PATIENCE = 500;

export class StatusLine implements Panel {
  readonly help: HTMLButtonElement;
  readonly el: HTMLElement;
  private readonly full: HTMLButtonElement;
  private readonly text = h("span", { class: "ssc-say", role: "status", "aria-live": "polite" });
  private readonly fill = h("i", {});
  private readonly bar = h(
    "span",
    { class: "ssc-run", role: "progressbar", "aria-label": words.PROGRESS },
    this.fill,
  );
  private readonly cancel: HTMLButtonElement;
  private readonly saved = h("span", {});
  private readonly key = h("kbd", { "aria-hidden": "true" });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isLong = false;

  constructor(
    private readonly view: View,
    open: { help(): void; full(): void },
  ) {
    const stop = (): void => view.send({ type: "cancel" });
    const key = h("kbd", { "aria-hidden": "true" }, common.ESCAPE);
    this.cancel = pushButton({ class: "ssc-b", onclick: stop }, common.CANCEL, key);
    const opens = { class: "ssc-b", type: "button", "aria-haspopup": "dialog", onclick: open.help };
    this.help = h("button", opens, icon("help"), common.KEYS, this.key);
    const full = { class: "ssc-b ssc-icon", type: "button", onclick: open.full };
    this.full = h("button", full);
    const right = h("span", { class: "ssc-r" }, this.saved, this.help, this.full);
    this.el = h("div", { class: "ssc-status" }, this.text, this.bar, this.cancel, right);
    view.signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  sync(): void {
    const { state, local } = this.view;
    const searching = state.asking ? { text: state.status } : null;
    const fit = local.disconnected ? null : (state.fit ?? searching ?? state.projections.making);
    this.watch(!!fit);
    this.paintFit(this.isLong ? fit : null);
    speak(this.text, this.isLong && fit && !state.conflict ? fit.text : sentence(this.view));
    setText(
      this.saved,
      (local.openPanel?.kind === "oracle_run" && state.oracle_run?.count) || state.saved,
    );
    setText(this.key, state.keys.help);
    this.help.disabled = !!state.conflict;
    this.paintFull(local.full);
  }

  private paintFit(fit: State["fit"] | Making): void {
    show(this.bar, !!fit);
    show(this.cancel, !!fit);
    const share = fit && "fraction" in fit ? fit.fraction : null;
    put(this.bar, "aria-valuenow", share === null ? null : Math.round(100 * share));
    this.fill.style.width = `${100 * (share ?? 1)}%`;
  }

  private readonly paintFull = whenChanged((full: boolean) => {
    put(this.full, "aria-label", full ? common.LEAVE_FULL_SCREEN : common.FULL_SCREEN);
    put(this.full, "title", words.fullScreenHint(full, this.view.state.keys.full.toUpperCase()));
    this.full.replaceChildren(icon(full ? "reduce" : "enlarge"));
  });

  private watch(running: boolean): void {
    if (running) {
      this.timer ??= setTimeout(() => {
        this.isLong = true;
        this.sync();
      }, PATIENCE);
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isLong = false;
  }
}

function sentence({ state, local }: View): string {
  const { message } = local;
  if (!local.disconnected)
    return (typeof message === "function" ? message() : message) ?? state.status;
  const at = local.fittedAt?.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const gone = state.ended ? words.ended(at) : words.disconnected(at);
  return local.lacking ? `${gone}${common.DOT}${words.PART_LACKING}` : gone;
}

/** Emphasise the words "1 violated". */
function speak(element: HTMLElement, text: string): void {
  if (element.textContent === text) return;
  put(element, "title", text);
  const parts = text.split(words.SAYS_VIOLATED);
  element.replaceChildren(
    ...parts.map((part, i) => (i % 2 ? h("span", { class: "ssc-bad" }, part) : part)),
  );
}
