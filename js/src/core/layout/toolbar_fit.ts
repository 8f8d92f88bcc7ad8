/** Shortens the toolbar step by step until it fits into one row. */

import { put } from "../dom";

/**
 * 0: every word stands. 1: without "Parameters…". 2: without the names of menus and keys. 3: closer, and
 * the menus cut their titles. After that the modes are left with their pictures.
 */
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

/** A line between two groups makes sense only where both stand in one row. */
export function tidy(bar: HTMLElement): void {
  for (const line of bar.querySelectorAll<HTMLElement>(":scope > .ssc-sep")) {
    const [before, after] = [line.previousElementSibling, line.nextElementSibling];
    const beyond = after?.classList.contains("ssc-brk") ? after.nextElementSibling : after;
    if (!before || !beyond) continue;
    const [a, b] = [before.getBoundingClientRect(), beyond.getBoundingClientRect()];
    put(line, "data-loose", a.bottom <= b.top);
  }
}
