/** The controls of the playback: first, back, play, forward, speed, slider. */

import { focusOf, h, pushButton, put, setText, show } from "../../core/dom";
import { anyIcon } from "../../ui/lazy_icons";
import * as words from "./text";

export interface Controls {
  readonly el: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly play: HTMLButtonElement;
  paint(step: number, last: number, playing: boolean, spoken: string): void;
}

interface Verbs {
  go(step: number): void;
  by(steps: number): void;
  play(): void;
  speed(times: number): void;
}

export function controls(verbs: Verbs): Controls {
  const small = (
    name: "toFirst" | "chevronLeft" | "chevronRight",
    [label, title]: readonly [string, string],
    onclick: () => void,
  ): HTMLButtonElement =>
    pushButton(
      { class: "ssc-b ssc-line ssc-icon", "aria-label": label, title, onclick },
      anyIcon(name),
    );
  const first = small("toFirst", [words.FIRST_STEP, words.FIRST_STEP_HINT], () => verbs.go(0));
  const back = small("chevronLeft", [words.STEP_BACK, words.STEP_BACK_HINT], () => verbs.by(-1));
  const on = small("chevronRight", [words.STEP_ON, words.STEP_ON_HINT], () => verbs.by(1));
  const face = h("span", {}, words.STEPS_PLAY);
  const key = h("kbd", { "aria-hidden": "true" }, words.STEPS_SPACE);
  const sign = h("span", { class: "ssc-sign" }, anyIcon("play"));
  const play = pushButton(
    { class: "ssc-b ssc-play", onclick: () => verbs.play() },
    ...[sign, face, key],
  );
  const choices = words.STEPS_SPEEDS.map(([value, text]) =>
    h("option", { value, selected: value === "1" }, text),
  );
  const speed = h("select", { "aria-label": words.STEPS_SPEED }, ...choices);
  speed.addEventListener("change", () => verbs.speed(Number(speed.value)));
  const chosen = h("span", { class: "ssc-sel" }, speed, anyIcon("chevronDown"));
  const slider = h("input", {
    ...{ class: "ssc-stepslider", type: "range", min: 0, step: 1, "aria-label": words.STEP },
  });
  slider.addEventListener("input", () => verbs.go(Number(slider.value)));
  const el = h("div", { class: "ssc-player" }, first, back, play, on, chosen);
  const paint = (step: number, last: number, playing: boolean, spoken: string): void => {
    first.disabled = back.disabled = step <= 0;
    on.disabled = step >= last;
    setText(face, playing ? words.STEPS_PAUSE : words.STEPS_PLAY);
    sign.replaceChildren(anyIcon(playing ? "pause" : "play"));
    put(slider, "max", last);
    put(slider, "aria-valuetext", spoken);
    slider.value = String(Math.min(step, last));
  };
  return { el, slider, play, paint };
}

/** The kinds of steps; a click on the present one goes to the next of its kind. */
export function paintKinds(
  el: HTMLElement,
  kinds: readonly string[],
  kind: string,
  choose: (kind: string) => void,
): void {
  const all = [...new Set(kinds)];
  show(el, all.length > 1);
  const held = el.contains(focusOf(el));
  const button = (each: string): HTMLElement => {
    const onclick = (): void => choose(each);
    const pressed = String(each === kind);
    return pushButton({ class: "ssc-b", "aria-pressed": pressed, onclick }, each);
  };
  const buttons = all.map(button);
  el.replaceChildren(...buttons);
  if (held) buttons[all.indexOf(kind)]?.focus({ preventScroll: true });
}
