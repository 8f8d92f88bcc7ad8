/** Shortens the toolbar step by step until it fits into one row. */

import { put } from "../dom";

/** 0: all words. 1: no "Parameters…". 2: no menu and key names. 3: cut titles. 4: mode icons. */
const LAST = 3;

export function squeeze(bar: HTMLElement): void {
  put(bar, "data-measured", true);
  for (let level = 0; level <= LAST; level++) {
    put(bar, "data-tight", level);
    if (bar.scrollWidth <= bar.clientWidth) break;
  }
  put(bar, "data-measured", false);
  if (bar.scrollWidth > bar.clientWidth) put(bar, "data-tight", LAST + 1);
}

/** A separator shows only between two groups in one row. */
export function tidy(bar: HTMLElement): void {
  for (const line of bar.querySelectorAll<HTMLElement>(":scope > .ssc-sep")) {
    const [before, after] = [line.previousElementSibling, line.nextElementSibling];
    const beyond = after?.classList.contains("ssc-brk") ? after.nextElementSibling : after;
    if (!before || !beyond) continue;
    const [a, b] = [before.getBoundingClientRect(), beyond.getBoundingClientRect()];
    put(line, "data-loose", a.bottom <= b.top);
  }
}
