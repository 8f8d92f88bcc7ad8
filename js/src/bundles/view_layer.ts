/** The layer over the plot: built for each view, painted from the model. */

import type { Message, Reply, State } from "../contract";
import { store } from "../core/bundle_store";
import { watchKernel } from "../core/connection";
import { focusOf, h } from "../core/dom";
import { type Dots, decode } from "../core/dots";
import { asks, KnownRows } from "../core/known_rows";
import { isFocusable, isSlim, mark, widthClass } from "../core/layout/root_attributes";
import { rootOf, whenOnPage } from "../core/layout/root_element";
import { Reveal } from "../core/layout/scroll_into_view";
import { followHeight } from "../core/layout/view_height";
import { settled } from "../core/linking";
import { type Model, onNews } from "../core/model";
import { stateOf } from "../core/past_step";
import { Local, questionKey, type View } from "../core/view_state";
import { Actions } from "../input/actions";
import { listen } from "../input/keys";
import { Pointer, type Tip } from "../input/pointer";
import { Moved } from "../plot/moved_points";
import { Overlay } from "../plot/overlays/overlay";
import { Plot } from "../plot/plot_region";
import { Stage } from "../plot/stage";
import { build, type Page } from "./core";

/** The revision before the first. */
const NONE = -1;

export class Layer implements View {
  root: HTMLElement;
  /** Set at the end of the constructor. */
  state = { revision: NONE } as State;
  readonly local: Local = new Local();
  private readonly known = new KnownRows((message) => this.send(message));
  readonly names = this.known.names;
  readonly images = this.known.images;
  private readonly ended = new AbortController();
  readonly signal = this.ended.signal;
  readonly modelValue = (name: string): unknown => this.model.get(name);

  private readonly overlay = new Overlay(this);
  readonly stage = new Stage(this, this.overlay, () => this.rested());
  private readonly moved = new Moved(this);
  private readonly revealed = new Reveal(this.signal);
  /** The elements after the plot, on the page and in the order of the Tab key. */
  private readonly after = h("div", { class: "ssc-layer" });
  private readonly plot: Plot;
  private readonly actions: Actions;
  private readonly page: Page;
  previews: View["previews"] = null;
  private pointer: Pointer | null = null;
  private bytes: unknown;
  private gone = false;
  private painting = false;
  private isStale = false;
  private dimmed = "";

  constructor(
    private readonly model: Model,
    private readonly el: HTMLElement,
  ) {
    this.root = el;
    this.known.begin(model.get("names"));
    this.plot = new Plot(this, this.stage, () => this.lastly());
    const { overlay, stage } = this;
    const over = [...stage.parts, overlay.el];
    const drawn = { overlay, over, extra: this.plot.parts };
    this.page = build(this, drawn, () => this.actions);
    this.actions = new Actions(this, {
      keyHandlers: [
        ...this.page.keyHandlers,
        { press: (key) => !!this.pointer?.touch?.pan.key(key) },
      ],
      menu: this.page.menu,
      lasso: () => this.pointer?.touch?.lasso ?? null,
      help: () => this.page.help(),
      full: () => this.page.full(),
      find: () => this.page.find(),
      focusQuestion: () => this.page.focusQuestion(),
      arrived: (index) => this.tip?.want(index),
    });
    el.classList.add("ssc-layer");
    el.append(...this.page.elements);
    const taken = (): void => {
      this.sync();
      this.stage.now();
    };
    onNews(model, ["state", "labels", "xy"], taken, this.signal);
    model.on("msg:custom", this.receive);
    this.sync();
    whenOnPage(el, () => this.attach(), this.signal);
  }

  dispose(): void {
    this.model.off("msg:custom", this.receive);
    this.ended.abort();
    for (const element of [...this.page.elements, this.after]) element.remove();
    if (this.root.parentNode === this.el) this.root.remove();
    this.el.classList.remove("ssc-layer");
  }

  get dots(): Dots {
    return this.stage.dots;
  }

  /** The tooltip, once its code is loaded. */
  private get tip(): Tip | null {
    return this.page.brought()?.tip ?? null;
  }

  send(message: Message): void {
    if (this.local.disconnected) return;
    if (!asks(message) && message.type !== "export") {
      this.moved.actedOn();
      this.tip?.want(null);
      this.local.message = null;
    }
    this.model.send(message);
  }

  set(change: Partial<Local>): void {
    Object.assign(this.local, change);
    return "past" in change ? this.sync() : this.paint();
  }

  announce(text: string | (() => string)): void {
    this.set({ message: text });
  }

  get columns(): readonly string[] {
    return (this.model.get("columns") as string[] | undefined) ?? [];
  }

  focusPlot(): void {
    this.plot.figure?.focus({ preventScroll: true });
  }

  reveal(element: Element, asked = true): void {
    this.revealed.show(element, asked);
  }

  /** Take the model's state, unless it is older than the one that is shown. */
  private readonly sync = (): void => {
    const next = this.model.get("state") as State | undefined;
    if (!next || next.revision < this.state.revision) return;
    const before = this.state;
    this.state = stateOf(this.previews?.over(next) ?? next, this.local);
    if (this.state.status !== before.status) this.local.message = null;
    this.local.disconnected = this.gone || !!this.state.ended;
    this.reopen();
    if (!this.state.lasso && (before.lasso || this.state.error)) this.local.outlines = [];
    this.local.linking = settled(this.local.linking, questionKey(this.state));
    this.known.learn(this.state);
    this.takeLabels(before);
    this.stage.take(this.model.get("xy"));
    this.paint();
  };

  /** Accept answers again: there is another question, or the kernel refused the answer. */
  private reopen(): void {
    const { error, conflict } = this.state;
    if (error || conflict || questionKey(this.state) !== this.local.answered)
      this.local.answered = null;
  }

  private takeLabels(before: State): void {
    const bytes = this.model.get("labels");
    const labels = this.local.past?.labels ?? decode(bytes, this.state.labels_itemsize);
    if (before.revision > NONE) {
      if (this.bytes !== bytes) this.moved.fitted();
      if (before.fit && !this.state.fit) this.local.fittedAt = new Date();
    }
    this.bytes = bytes;
    this.plot.paint(labels);
  }

  private readonly receive = (message: Reply, buffers: DataView[] = []): void => {
    switch (message?.type) {
      case "describe":
        this.names.set(message.index, message.name);
        this.tip?.receive(message);
        break;
      case "part":
        return store.receive(message.name, buffers[0]);
      default:
        if (!this.known.hear(message)) return this.page.receive(message, buffers);
    }
    this.paint();
  };

  /** Paint everything; requests made during painting are handled right after it. */
  private paint(): void {
    this.isStale = true;
    if (this.painting) return;
    this.painting = true;
    const active = focusOf(this.root);
    const held = active instanceof HTMLElement && this.root.contains(active) ? active : null;
    while (this.isStale) {
      this.isStale = false;
      this.mark();
      this.page.sync();
    }
    this.painting = false;
    this.plot.repaint();
    this.overlay.draw();
    this.known.ask();
    const now = focusOf(this.root);
    if (held && !isFocusable(held) && (now === held || !this.root.contains(now))) this.focusPlot();
  }

  private mark(): void {
    if (this.root === this.el) return;
    const dimmed = mark(this);
    if (dimmed !== this.dimmed) this.stage.stale();
    this.dimmed = dimmed;
  }

  private attach(): void {
    const { root, alone } = rootOf(this.el, this.model, this.signal);
    this.root = root;
    this.after.append(...this.page.after);
    root.append(this.after);
    root.dataset.lmSuppressShortcuts = "true";
    const sizes = new ResizeObserver(() => this.measure());
    sizes.observe(root);
    this.signal.addEventListener("abort", () => sizes.disconnect());
    listen(root, (event) => this.actions.press(event), this.signal);
    watchKernel(
      this.model,
      root,
      (gone, restored) => {
        this.gone = gone;
        root.toggleAttribute("data-ssc-restored", restored);
        const disconnected = gone || !!this.state.ended;
        if (disconnected !== this.local.disconnected) this.set({ disconnected });
      },
      this.signal,
    );
    followHeight(this.model, root, this.signal);
    this.measure();
    this.paint();
    this.plot.attach(root, alone);
    this.takePointer();
  }

  private measure(): void {
    const width = widthClass(this.root.clientWidth);
    const slim = isSlim(this.root.clientWidth);
    if (width !== this.local.width || slim !== this.local.slim) this.set({ width, slim });
  }

  /** Move the elements after the plot behind the figure, when it exists. */
  private lastly(): void {
    if (this.after.nextElementSibling) this.root.append(this.after);
  }

  private rested(): void {
    if (!this.painting) this.paint();
    this.page.arrange();
    this.page.rested();
  }

  /** Take the pointer on the plot. */
  private takePointer(): void {
    const gestures = {
      pick: (index: number, repeated: boolean) => {
        this.local.cursor = null;
        this.actions.pick(index, repeated);
      },
      missed: () => this.actions.missed(),
      select: (indices: number[]) => this.actions.select(indices, true),
      enter: () => this.actions.enter(),
      choose: this.page.choose,
      join: (i: number, j: number) => this.actions.join(i, j),
    };
    const figure = (): HTMLElement | null => this.plot.figure;
    this.pointer = new Pointer(this, figure, this.overlay, this.page.brought, gestures);
  }
}
