/** Two points side by side: image, text or name, and the features in which they differ most. */

import type { Content, Feature, Question } from "../contract";
import { h, middled } from "../core/dom";
import * as words from "../core/text";
import type { View } from "../core/view_state";
import { glyph } from "../plot/palette";
import { enlarger, picture, reader, waiting } from "../ui/image_and_text";

/** Letters of a text that fill a card of the narrow panel. */
const LONG = 150;

/** What the cards show. */
export type Kind = "plain" | "image" | "text";

/** What of a question is about its two points. */
export type Pair = Pick<
  Question,
  "i" | "j" | "a" | "b" | "clusters" | "cluster_ids" | "features"
> & { readonly extra: readonly Content[] };

export function kindOf({ extra }: Pick<Pair, "extra">): Kind {
  if (extra.some(({ text }) => text)) return "text";
  return extra.some(({ image }) => image) ? "image" : "plain";
}

export const isLong = ({ extra }: Pick<Pair, "extra">): boolean =>
  extra.some(({ text }) => text.length > LONG);

interface Side {
  row: number;
  name: string;
  cluster: string;
  id: number;
  content: Content;
}

function sides(view: View, asked: Pair): [Side, Side] {
  const { i, j, a, b, clusters, cluster_ids, extra } = asked;
  const called = (at: 0 | 1): string =>
    view.state.clusters.find(({ id }) => id === cluster_ids[at])?.name ?? clusters[at];
  return [
    { row: i, name: a, cluster: called(0), id: cluster_ids[0], content: extra[0] as Content },
    { row: j, name: b, cluster: called(1), id: cluster_ids[1], content: extra[1] as Content },
  ];
}

/** `enlarge` shows the image of a row over the plot. */
export function cards(
  view: View,
  asked: Pair,
  enlarge: (row: number, name: string) => void,
): HTMLElement {
  const both = sides(view, asked).map((side) => card(view, side, enlarge));
  return h("div", { class: "ssc-pair", "data-content": kindOf(asked) }, ...both);
}

function card(
  view: View,
  { row, name, cluster, id, content }: Side,
  enlarge: (row: number, name: string) => void,
): HTMLElement {
  const head = [
    glyph(id, 1.3),
    h("b", { title: name }, ...middled(name)),
    h("span", { class: "ssc-muted", title: cluster }, cluster),
  ];
  const image = content.image ? picture(view, row, words.pointName(name)) : null;
  return h(
    "div",
    {},
    h("div", { class: "ssc-nm" }, ...head),
    image && (image.tagName === "IMG" ? enlarger(image, name, () => enlarge(row, name)) : image),
    content.text && reader(content.text, name),
    ...content.rows.map(([label, text]) => line(label, text)),
    content.problem && h("p", { class: "ssc-problem" }, content.problem),
    content.pending && waiting(),
  );
}

const line = (label: string, text: string): HTMLElement =>
  h(
    "p",
    { class: "ssc-extra" },
    label ? h("span", { class: "ssc-muted" }, `${label} `) : null,
    text,
  );

/** Bars of the features in which the two differ most. */
export function features({ a, b, cluster_ids, features: rows }: Pair): HTMLElement {
  const bar = (name: string, value: string, width: number, id: number): Node[] => [
    h("span", { class: "ssc-id", title: name }, ...middled(name)),
    h(
      "span",
      { class: "ssc-track" },
      h("i", { "data-cluster": id, style: `width:${percent(width)}%` }),
    ),
    h("span", { class: "ssc-v ssc-num", title: value }, value),
  ];
  const row = ({ name, values, bars }: Feature): HTMLElement =>
    h(
      "div",
      { class: "ssc-feat" },
      h("span", { class: "ssc-n", title: name }, name),
      ...bar(a, values[0], bars[0], cluster_ids[0]),
      ...bar(b, values[1], bars[1], cluster_ids[1]),
    );
  const attributes = { class: "ssc-feats", role: "group", "aria-label": words.FEATURES };
  return h("div", attributes, ...rows.map(row));
}

const percent = (share: number): number => Math.round(100 * Math.min(1, Math.max(0, share)));
