/** The note on the plot about the next click or key. */

import { clipped, h, put, whenChanged } from "../core/dom";
import type { Flat, Point } from "../core/geometry";
import { type Box, emptiest } from "../core/layout/free_edge";
import { speaksOfPicks } from "../core/linking";
import {
  askedOf,
  isBlocked,
  nameOf,
  type Panel,
  type Planned,
  questionKey,
  unfitted,
  type View,
} from "../core/view_state";
import { glyph } from "../plot/palette";
import { type IconName, icon } from "../ui/icons";
import * as words from "./text";

/** Text in bold, the text after it, the icon before both, and moves from cluster to cluster. */
type Lead = readonly [string, string, IconName?, Planned["moves"]?];

/** Space of the axes, left and below. */
const AXES = [64, 56] as const;
/** The most moves from cluster to cluster in a note. */
const MOST_MOVES = 2;
/** Between two parts of the legend's row. */
const GAP = 16;

/** After a brace of a name: no key follows. It is invisible. */
const OWN = "\u2060";
const KEYS = /\{(?!\u2060)(.*?)\}/;

/** The name of a point, shortened to leave space for keys. */
const called = (view: Pick<View, "state" | "names">, i: number): string =>
  clipped(nameOf(view, i), 40).replaceAll("{", `{${OWN}`);

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
    return words.linkFrom(kind, called(view, first), kind === "must" ? cannot : must);
  }
  if (first !== null && speaksOfPicks(local.linking, questionKey(state))) {
    const names = (second === null ? [first] : [first, second]).map((i) => called(view, i));
    return words.picked(names, [must, cannot], askedOf(state)?.number);
  }
  if (local.wheeled) return words.WHEEL_NOTE;
  if (local.mode === "lasso") return words.LASSO_KEYS;
  if (local.mode === "link") return words.LINK_MODE;
  return local.spread ? words.SPREAD_NOTE : "";
}

/** `row` is the legend's, `over` the plot's. */
export function note(
  view: View,
  row: HTMLElement,
  over: HTMLElement,
  taken: () => readonly Box[],
): Panel & { arrange(): void } {
  const el = h("div", { class: "ssc-note", hidden: true });
  const paint = whenChanged((text: string | Lead) => {
    el.replaceChildren(...(typeof text === "string" ? withKeys(text) : withLead(text)));
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
      taken(),
    );
    [el.style.left, el.style.top] = [`${x}px`, `${y}px`];
  };
  /** The place is computed only when it may have changed: it costs a layout of the page. */
  const place = whenChanged<unknown[]>(arrange);
  return {
    el,
    sync: () => {
      const { planned, fitStep, linking, past, width, slim, large, sideHidden } = view.local;
      const stepped: Lead | null = fitStep && [...fitStep.note, "steps"];
      const problem = unfitted(view);
      const last: Lead | "" = problem ? [...problem.note, "clock"] : "";
      const shown = isBlocked(view)
        ? null
        : (pastNote(view) ?? (planned ? lead(planned) : stepped));
      const text = shown ?? (noteText(view) || last);
      paint(text);
      el.classList.toggle("ssc-hi", linking.kind !== null || !!shown);
      put(el, "data-past", !!past);
      const { clusters, error } = view.state;
      place([text, clusters, error, width, slim, large, sideHidden]);
    },
    arrange,
  };
}

const pastNote = ({ local }: View): Lead | null =>
  local.past && [words.LOOKING_BACK, local.past.moment.where, "clock"];

function withKeys(text: string): (Node | string)[] {
  const parts = text.split(KEYS);
  return parts.map((part, i) =>
    i % 2 ? h("kbd", {}, part) : part.trim() && h("span", {}, part.trim()),
  );
}

/** A preview: the result, then its cause; or the clustering shown. */
function withLead([first, text, look = "eye", moves = []]: Lead): Node[] {
  const shown = moves.slice(0, MOST_MOVES).map(way);
  return [icon(look), ...(first ? [h("b", {}, first)] : []), h("span", {}, text), ...shown];
}

const lead = ({ note: [first, text], moves }: Planned): Lead => [first, text, "eye", moves];

/** From one cluster to another. */
function way([before, after]: readonly [number, number]): HTMLElement {
  const arrow = h("span", { "aria-hidden": "true" }, "→");
  return h("span", { class: "ssc-from-to" }, glyph(before, 1.15), arrow, glyph(after, 1.15));
}

/** The width of the row if nothing were shortened. */
function natural(row: HTMLElement, el: HTMLElement): number {
  const beside = [...row.children].filter((part): part is HTMLElement => part !== el);
  const parts = beside.flatMap((part) =>
    part.matches(".ssc-legend") ? ([...part.children] as HTMLElement[]) : [part],
  );
  return parts.reduce((sum, { offsetWidth }) => sum + offsetWidth + GAP, el.offsetWidth);
}

/** A free place along the upper or lower edge of the plot, or at worst over the title of its axis. */
export function corner(
  points: Flat,
  box: Point,
  [width, height]: Point,
  taken: readonly Box[] = [],
): Point {
  const [wide, high] = box;
  const [left, right] = [AXES[0], Math.max(AXES[0], width - wide - 8)];
  const tops = [4, height - high - AXES[1]];
  const along = (share: number, y: number): Point => [left + share * (right - left), y];
  const inside = [0, 1, 0.5, 0.25, 0.75].flatMap((share) => tops.map((y) => along(share, y)));
  const below = [0, 0.5].map((share) => along(share, height - high - 4));
  return emptiest(points, box, [...inside, ...below], taken);
}
