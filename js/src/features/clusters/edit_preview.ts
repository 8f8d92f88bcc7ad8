/** Requests the preview of an edit while it is pointed at. */

import type { PlanReply } from "../../contract";
import type { View } from "../../core/view_state";

/** An edit and its arguments, as the message that requests its preview. */
export type Wanted =
  | { readonly cluster: number; readonly other: number }
  | { readonly cluster: number; readonly into: number };

/** A pointer that only passes asks for nothing. */
const PAUSE = 80;

export class Preview {
  private wanted: Wanted | null = null;
  private asked = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: View) {}

  want(wanted: Wanted | null): void {
    clearTimeout(this.timer);
    const { planned } = this.view.local;
    this.wanted = wanted;
    this.asked = false;
    if (!wanted) {
      if (planned) this.view.set({ planned: null, message: null });
      return;
    }
    this.timer = setTimeout(() => {
      this.asked = true;
      this.view.send({ type: "plan", ...wanted });
    }, PAUSE);
  }

  receive(plan: PlanReply): void {
    if (!this.wanted || !this.asked || !answers(plan, this.wanted)) return;
    const lit = "other" in this.wanted ? [plan.id, this.wanted.other] : [plan.id];
    this.view.set({ planned: { ...plan, lit }, message: plan.status });
  }
}

/** Replies go to all views, and a late one may come when another edit is pointed at. */
function answers(plan: PlanReply, wanted: Wanted): boolean {
  if (plan.id !== wanted.cluster) return false;
  return "other" in wanted ? plan.other === wanted.other : plan.into === wanted.into;
}
