/** The part of anywidget's model that the layer uses, and its news. */

import type { Message } from "../contract";

export interface Model {
  get(name: string): unknown;
  send(message: Message): void;
  on(event: string, callback: (...args: never[]) => void): void;
  off(event: string, callback: (...args: never[]) => void): void;
  widget_manager?: unknown;
}

/** Call `take` once per message; the model reports the changes of one message name by name. */
export function onNews(
  model: Model,
  names: readonly string[],
  take: () => void,
  signal: AbortSignal,
): void {
  let known: unknown[] = [];
  const heard = (): void => {
    const news = names.map((name) => model.get(name));
    if (news.every((each, k) => each === known[k])) return;
    known = news;
    take();
  };
  for (const name of names) {
    model.on(`change:${name}`, heard);
    signal.addEventListener("abort", () => model.off(`change:${name}`, heard));
  }
}
