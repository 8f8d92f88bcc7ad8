/** The one place for notes on the plot: what the next click or key will do. */

import { speaksOfPicks } from "../input/linking";
import { at, type Flat, type Point } from "../plot/geometry";
import * as words from "../sentences";
import { h, whenChanged } from "../ui/dom";
import { nameOf, type Panel, questionKey, type View } from "../view";

/** The room that the axes take, left and below. */
const AXES = [64, 44] as const;

/** Words, with keys in braces. */
export function noteText(view: Pick<View, "state" | "local" | "names">): string {
  const { state, local } = view;
  const { first, second, kind } = local.linking;
  const must = state.keys.must.toUpperCase();
  const cannot = state.keys.cannot.toUpperCase();
  if (state.conflict || local.disconnected) return "";
  if (local.drawing) return words.LASSO_KEYS;
  if (state.lasso?.group && !state.lasso.count) return words.otherGroup(state.lasso.group.length);
  if (first !== null && kind) {
    return words.linkFrom(kind, nameOf(view, first), kind === "must" ? cannot : must);
  }
  if (first !== null && speaksOfPicks(local.linking, questionKey(state))) {
    const names = (second === null ? [first] : [first, second]).map((i) => nameOf(view, i));
    return words.picked(names, [must, cannot], state.question?.number);
  }
  if (local.mode === "lasso") return words.LASSO_KEYS;
  return local.mode === "link" ? words.LINK_MODE : "";
}

/** `row` is the legend's, `over` the plot's. */
export function note(view: View, row: HTMLElement, over: HTMLElement): Panel & { arrange(): void } {
  const el = h("div", { class: "ssc-note", hidden: true });
  const paint = whenChanged((text: string) => {
    const parts = text.split(/\{(.*?)\}/);
    el.replaceChildren(
      ...parts.map((part, i) =>
        i % 2 ? h("kbd", {}, part) : part.trim() && h("span", {}, part.trim()),
      ),
    );
    el.hidden = !text;
  });
  const arrange = (): void => {
    if (el.hidden) return;
    if (el.parentNode !== row) row.append(el);
    el.style.left = el.style.top = "";
    if (natural(row, el) <= row.clientWidth - 24) return;
    over.append(el);
    const [width, height] = [over.clientWidth, over.clientHeight];
    const [x, y] = corner(
      view.dots?.points ?? [],
      [el.offsetWidth, el.offsetHeight],
      [width, height],
    );
    [el.style.left, el.style.top] = [`${x}px`, `${y}px`];
  };
  return {
    el,
    sync: () => {
      paint(noteText(view));
      el.classList.toggle("ssc-hi", view.local.linking.kind !== null);
      arrange();
    },
    arrange,
  };
}

function natural(row: HTMLElement, el: HTMLElement): number {
  const entries = row.querySelectorAll<HTMLElement>("li");
  return [...entries].reduce((sum, { offsetWidth }) => sum + offsetWidth + 16, el.offsetWidth);
}

/** The place at the upper or lower edge of the plot where a box of this size covers the fewest dots. */
export function corner(points: Flat, [wide, high]: Point, [width, height]: Point): Point {
  const [left, right, top, bottom] = [AXES[0], width - wide - 8, 4, height - high - AXES[1]];
  const places = [0, 1, 0.5, 0.25, 0.75].flatMap((share): Point[] => {
    const x = left + share * Math.max(0, right - left);
    return [
      [x, top],
      [x, bottom],
    ];
  });
  const covered = ([x, y]: Point): number => {
    let count = 0;
    for (let i = 0; i < points.length / 2; i++) {
      const [px, py] = at(points, i);
      if (px > x - 6 && px < x + wide + 6 && py > y - 6 && py < y + high + 6) count++;
    }
    return count;
  };
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
