/** The effect of each answer, shown on its button, and which answer is pointed at. */

import type { AnswerKind } from "../../contract";
import { h, put, setText } from "../../core/dom";

export class Effects {
  private readonly shown = new Map<AnswerKind, HTMLElement>();

  constructor(question: HTMLElement, want: (kind: AnswerKind | null) => void) {
    for (const button of question.querySelectorAll<HTMLButtonElement>(".ssc-asked [data-kind]")) {
      const kind = button.dataset.kind as AnswerKind;
      const el = h("span", { class: "ssc-effect ssc-num" });
      button.append(" ", el); // what is seen is the button's name: "Must-link 4 points move"
      this.shown.set(kind, el);
      const focused = (): boolean => button.matches(":focus-visible");
      const point = (on: boolean): void => want(on ? kind : null);
      button.addEventListener("pointerenter", (event) => {
        if (event.pointerType !== "touch") point(true);
      });
      button.addEventListener("pointerleave", () => point(focused()));
      button.addEventListener("focus", () => focused() && point(true));
      button.addEventListener("blur", () => point(button.matches(":hover")));
    }
  }

  paint(effect: (kind: AnswerKind) => string): void {
    for (const [kind, el] of this.shown) {
      const text = effect(kind);
      setText(el, text);
      put(el, "aria-hidden", /\w/.test(text) ? null : "true"); // not while dots stand there
    }
  }
}
