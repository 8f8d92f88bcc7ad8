/** The options of a select under headings, each with a line of help. */

import { h } from "../core/dom";

/** Identifier, title, heading and a line of help of one option. */
export type Choosable = readonly [id: string, title: string, group?: string, help?: string];

/** Options that follow each other under one heading are a group of their own. */
export function optionGroups(items: readonly Choosable[]): HTMLElement[] {
  const found: HTMLElement[] = [];
  let [heading, group] = ["", null as HTMLElement | null];
  for (const [value, title, under = "", help] of items) {
    const option = h("option", { value, title: help }, title);
    if (under !== heading) {
      heading = under;
      group = under ? h("optgroup", { label: under }) : null;
      if (group) found.push(group);
    }
    if (group) group.append(option);
    else found.push(option);
  }
  return found;
}

/** The line of help of one of them, where there is one. */
export const helpOf = (items: readonly Choosable[], id: string): string =>
  items.find(([each]) => each === id)?.[3] ?? "";
