/** The menu that restricts the table of constraints to the answers of one person. */

import type { Link } from "../../contract";
import { h, show, whenChanged } from "../../core/dom";
import { icon } from "../../ui/icons";
import * as words from "./text";

export interface WhoFilter {
  readonly el: HTMLElement;
  /** The links made by the chosen person; all of them at first. */
  of(links: readonly Link[]): readonly Link[];
}

export function annotatorFilter(changed: () => void): WhoFilter {
  const select = h("select", { "aria-label": words.WHO, onchange: changed });
  const box = h("span", { class: "ssc-sel" }, select, icon("chevronDown"));
  const el = h("label", { class: "ssc-f ssc-whofilter" }, h("span", {}, words.WHO), box);
  const fill = whenChanged((people: string[]) => {
    const before = select.value;
    const named = people.map((who) => h("option", { value: `by ${who}` }, who || words.UNNAMED));
    select.replaceChildren(h("option", { value: "" }, words.EVERYBODY), ...named);
    select.value = people.includes(before.slice(3)) ? before : "";
  });
  const of = (links: readonly Link[]): readonly Link[] => {
    const people = [...new Set(links.map((link) => link.who))];
    fill(people.length > 1 ? people.sort() : []);
    show(el, people.length > 1);
    return select.value ? links.filter((link) => `by ${link.who}` === select.value) : links;
  };
  return { el, of };
}
