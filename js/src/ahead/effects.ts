/** What stands at the right of each answer's button, and which of them is pointed at. */

import type { AnswerKind } from "../contract";
import { h, put, say, uid } from "../ui/dom";

export class Effects {
  private readonly shown = new Map<AnswerKind, [HTMLButtonElement, HTMLElement, HTMLElement]>();

  constructor(question: HTMLElement, want: (kind: AnswerKind | null) => void) {
    for (const button of question.querySelectorAll<HTMLButtonElement>(".ssc-asked [data-kind]")) {
      const kind = button.dataset.kind as AnswerKind;
      const el = h("span", { class: "ssc-effect ssc-num", id: uid("effect") });
      const name = button.querySelector("span") as HTMLElement;
      name.id = uid("answer");
      button.append(el);
      this.shown.set(kind, [button, el, name]);
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

  /** Say what each answer would move; it is described to those who do not see it, beside its name. */
  paint(effect: (kind: AnswerKind) => string): void {
    for (const [kind, [button, el, name]] of this.shown) {
      const text = effect(kind);
      say(el, text);
      put(button, "aria-labelledby", text ? name.id : null);
      put(button, "aria-describedby", text ? el.id : null);
    }
  }
}
