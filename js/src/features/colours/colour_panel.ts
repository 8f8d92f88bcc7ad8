/** The legend of what colours the points, in the side panel: a histogram, or a list of kinds. */

import type { ColourKind, ColourLegend, ColourRange, ColourScale, Reply } from "../../contract";
import { focusOf, h, pushButton, put, s, setText, show, whenChanged } from "../../core/dom";
import type { Panel, View } from "../../core/view_state";
import { fillOf, glyph } from "../../plot/palette";
import { closePanel, closer, type Folds, type Section, section } from "../../ui/section";
import { CLUSTER } from "./colour_menu";
import { Histogram } from "./histogram";
import * as words from "./text";

/** Of more kinds a field finds one. */
const COLOURED = 7;
const WIDE = 150;

export class ColourPanel implements Panel {
  readonly el: HTMLElement;
  private readonly part: Section;
  private readonly parts: HTMLElement[];
  private readonly histogram: Histogram;
  private readonly asker: HTMLButtonElement;
  private readonly askCount = h("span", { class: "ssc-switched ssc-num" });
  private readonly clusters = h("div", { class: "ssc-colourspreads" });
  private readonly find: HTMLInputElement;
  private readonly kinds = h("div", { class: "ssc-colourkinds" });
  private readonly agreement = h("div", {});
  private readonly note = h("p", { class: "ssc-muted ssc-colournote" });
  private legend: ColourLegend | null = null;
  private asked = "";
  private shown = CLUSTER;
  private readonly fill = whenChanged((legend: ColourLegend | null) => {
    if (legend) this.paint(legend);
  });

  constructor(
    private readonly view: View,
    private readonly folds: Folds,
  ) {
    this.part = section("ssc-detail ssc-colourlegend", () => {
      folds.toggle("colour", true);
      this.sync();
    });
    this.el = this.part.el;
    this.histogram = new Histogram((low, high) =>
      view.send({ type: "filter", verb: "range", name: view.state.colour.name, low, high }),
    );
    this.asker = pushButton(
      {
        class: "ssc-switch",
        role: "switch",
        title: words.ASK_HINT,
        onclick: () =>
          view.send({ type: "filter", verb: view.state.filters.asking ? "ask_all" : "ask" }),
      },
      h("i", { "aria-hidden": "true" }),
      words.ASK_ONLY,
      this.askCount,
    );
    this.find = h("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: words.FIND_KIND,
      "aria-label": words.FIND_KIND,
      oninput: () => this.sync(),
    });
    this.el.insertBefore(
      closer(words.CLOSE_COLOUR, words.CLOSE_HINT, () => closePanel(view)),
      this.part.body,
    );
    const field = h("div", { class: "ssc-findfield" }, this.find);
    this.parts = [
      this.histogram.el,
      this.clusters,
      this.kinds,
      field,
      this.note,
      this.agreement,
      this.asker,
    ];
  }

  sync(): void {
    const { state, local } = this.view;
    const { name, title } = state.colour;
    // what was chosen here may still be on its way
    const ended = name === CLUSTER && this.shown !== CLUSTER;
    if (isOpen(this.view) && ended) local.openPanel = null;
    this.shown = name;
    const open = isOpen(this.view) && name !== CLUSTER;
    show(this.el, open);
    if (!open) {
      this.asked = "";
      return;
    }
    // not before there is something to show
    if (!this.part.body.childElementCount) this.part.body.append(...this.parts);
    if (this.legend?.name !== name) this.legend = null;
    this.part.paint(words.titled(title), [], this.folds.isOpen("colour", true));
    show(this.part.body, this.folds.isOpen("colour", true));
    this.ask(`${name} ${state.revision} ${this.find.value}`);
    this.fill(this.legend);
    const { chips, asking, left } = state.filters;
    show(this.asker, chips.length > 0);
    put(this.asker, "aria-checked", String(asking));
    setText(this.askCount, String(left));
    this.asker.disabled = local.disconnected || (!left && !asking);
  }

  receive(reply: Reply): void {
    if (reply.type !== "colour_legend" || reply.name !== this.view.state.colour.name) return;
    const first = !this.legend;
    this.legend = reply;
    this.sync();
    if (first && isOpen(this.view)) this.view.reveal(this.el, false);
  }

  open(name: string): void {
    const { view } = this;
    if (name !== CLUSTER) view.set({ openPanel: { kind: "colour" } });
    else if (isOpen(view)) view.set({ openPanel: null });
  }

  private ask(wanted: string): void {
    if (wanted === this.asked || this.view.local.disconnected) return;
    this.asked = wanted;
    this.view.send({ type: "colour_legend", find: this.find.value });
  }

  private paint({ name, scale, kinds, agreement, note }: ColourLegend): void {
    this.histogram.paint(scale, name);
    this.clusters.replaceChildren(...(scale?.clusters.length ? ranges(scale) : []));
    const held = [...this.kinds.children].indexOf(focusOf(this.kinds) as Element);
    this.kinds.replaceChildren(...kinds.map((each) => this.row(name, each)));
    (this.kinds.children[held] as HTMLElement | undefined)?.focus({ preventScroll: true });
    const many = kinds.length > COLOURED;
    show(this.find.parentElement as HTMLElement, many);
    if (!many) this.find.value = "";
    setText(this.note, kinds.length ? `${words.clickKinds(name)} ${note}` : note);
    this.agreement.replaceChildren(
      ...(agreement
        ? [
            heading(words.GOES_WITH, agreement.value),
            h("p", { class: "ssc-muted" }, agreement.text),
          ]
        : []),
    );
  }

  /** A kind is a toggle: what is on is let through. */
  private row(column: string, { kind, name, code, count, share, on }: ColourKind): HTMLElement {
    const ink = `background:var(--ssc-v${code})`;
    return pushButton(
      {
        class: "ssc-colourkind",
        role: "checkbox",
        "aria-checked": String(on),
        onclick: () =>
          this.view.send({ type: "filter", verb: "kind", name: column, kind, on: !on }),
      },
      h("i", { style: ink, "aria-hidden": "true" }),
      h("span", { class: "ssc-called", dir: "auto", title: name }, name),
      h(
        "span",
        { class: "ssc-meter", "aria-hidden": "true" },
        h("i", { style: `${ink};width:${100 * share}%` }),
      ),
      h("span", { class: "ssc-num" }, String(count)),
    );
  }
}

const isOpen = ({ local }: View): boolean => local.openPanel?.kind === "colour";

const heading = (title: string, aside: string): HTMLElement =>
  h(
    "div",
    { class: "ssc-sub" },
    h("b", {}, title),
    h("span", { class: "ssc-muted ssc-num" }, aside),
  );

const ranges = ({ clusters }: ColourScale): HTMLElement[] => [
  heading(words.BY_CLUSTER, words.MEDIAN),
  ...clusters.map(range),
];

function range({ id, name, places, median, about }: ColourRange): HTMLElement {
  const [from = 0, low = 0, mid = 0, high = 0, to = 0] = places.map((place) => place * WIDE);
  const line = (kind: string, x1: number, x2: number, y1 = 8, y2 = 8): SVGElement =>
    s("line", { class: kind, x1, x2, y1, y2 });
  const picture = s(
    "svg",
    { viewBox: `0 0 ${WIDE} 16`, role: "img", "aria-label": about, preserveAspectRatio: "none" },
    line("ssc-whole", from, to),
    s("rect", {
      ...{ class: "ssc-half", x: low, y: 4, width: Math.max(1, high - low), height: 8 },
      style: `fill:${fillOf(id)}`,
    }),
    line("ssc-median", mid, mid, 2, 14),
  );
  return h(
    "div",
    { class: "ssc-colourspread" },
    glyph(id, 1.15),
    h("span", { class: "ssc-called", dir: "auto", title: name }, name),
    picture,
    h("span", { class: "ssc-num" }, median),
  );
}
