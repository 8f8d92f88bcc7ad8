/** A model without a kernel, a root with a figure like bqplot's, and states to show on them. */

import { interaction } from "../src/bundles/interaction";
import { manyClusters } from "../src/bundles/many_clusters";
import { rows } from "../src/bundles/rows";
import { sessionTools } from "../src/bundles/session_tools";
import type { Conflict, Content, Link, Message, Question, State } from "../src/contract";
import { store } from "../src/core/bundle_store";
import type { Model } from "../src/core/model";
import { helpers } from "../src/features/annotators/helpers";
import { check } from "../src/features/check/check";
import { clusterNames } from "../src/features/clusters/cluster_names";
import { reach } from "../src/features/noise/reach";
import { preview } from "../src/features/preview/preview";
import { firstRun } from "../src/features/status/first_run";
import layer from "../src/layer";
import { EMPTY } from "./empty_state";

store.give("interaction", interaction);
store.give("session_tools", sessionTools);
store.give("preview", preview);
store.give("cluster_names", clusterNames);
store.give("first_run", firstRun);
store.give("many_clusters", manyClusters);
store.give("check", check);
store.give("rows", rows);
store.give("helpers", helpers);
store.give("reach", reach);

export const observers = { live: 0 };

class QuietResizeObserver {
  private watches = 0;
  observe(): void {
    observers.live += 1 - this.watches;
    this.watches = 1;
  }
  unobserve(): void {
    throw new Error("nothing is unobserved one by one");
  }
  disconnect(): void {
    observers.live -= this.watches;
    this.watches = 0;
  }
}
globalThis.ResizeObserver = QuietResizeObserver as unknown as typeof ResizeObserver;
export const screen = { width: 1168, height: 440 };
Object.defineProperties(HTMLElement.prototype, {
  clientWidth: { configurable: true, get: () => screen.width },
  clientHeight: { configurable: true, get: () => screen.height },
});
/** Nothing is drawn on a canvas here. */
HTMLCanvasElement.prototype.getContext = () => null;
globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;

export class FakeModel implements Model {
  readonly sent: Message[] = [];
  readonly handlers = new Map<string, Set<(...args: never[]) => void>>();
  widget_manager: unknown;
  private readonly values: Record<string, unknown> = {};

  constructor(state: State, labels: number[]) {
    this.values.state = state;
    this.values.labels = bytes(labels);
    this.values.xy = shares(PLACES);
    this.values.columns = ["a", "b", "c"];
  }

  get(name: string): unknown {
    return this.values[name];
  }
  send(message: Message): void {
    this.sent.push(message);
  }
  on(event: string, callback: (...args: never[]) => void): void {
    this.handlers.set(event, (this.handlers.get(event) ?? new Set()).add(callback));
  }
  off(event: string, callback: (...args: never[]) => void): void {
    this.handlers.get(event)?.delete(callback);
  }

  /** As the kernel would: a new state, and perhaps new labels, at once. */
  put(change: Partial<State>, labels?: number[]): void {
    const now = this.values.state as State;
    this.values.state = { ...now, revision: now.revision + 1, ...change };
    if (labels) this.values.labels = bytes(labels);
    for (const callback of this.handlers.get("change:state") ?? []) callback();
  }
  set = (name: string, value: unknown) => Object.assign(this.values, { [name]: value });
  /** The points stand elsewhere. */
  place(places: [number, number][]): void {
    this.values.xy = shares(places);
    for (const callback of this.handlers.get("change:xy") ?? []) callback();
  }
  tell(content: unknown, buffers: DataView[] = []): void {
    for (const callback of this.handlers.get("msg:custom") ?? [])
      callback(content as never, buffers as never);
  }
  /** What was sent since the last call, hovering aside. */
  take(): Message[] {
    return this.sent
      .splice(0)
      .filter(({ type }) => !["describe", "preview", "preview_sorting"].includes(type));
  }
}

const bytes = (labels: number[]): DataView => {
  const padded = new Uint8Array([9, 9, ...labels]);
  return new DataView(padded.buffer, 2, labels.length);
};

export function link(answer: number, i: number, j: number, more: Partial<Link> = {}): Link {
  const names = { a: String(i), b: String(j) };
  return {
    answer,
    number: answer,
    i,
    j,
    ...names,
    kind: "must",
    violated: false,
    suspected: false,
    why: "",
    enforceable: false,
    soft: false,
    ...{ source: "user", who: "" },
    ...more,
  };
}

/** A point of which nothing is told besides its features. */
export const BARE: Content = { image: false, text: "", rows: [], problem: "", pending: false };

export const QUESTION: Question = {
  number: 10,
  title: "Do 1 and 3 belong together?",
  i: 1,
  j: 3,
  a: "1",
  b: "3",
  clusters: ["cluster 1", "cluster 2"],
  cluster_ids: [0, 1],
  strategy: "NPU",
  reason: "Point 1 is between clusters 1 and 2.",
  features: [{ name: "petal length", values: ["4.5", "5.8"], bars: [0.59, 0.81] }],
  extra: [
    { ...BARE, rows: [] },
    { ...BARE, rows: [] },
  ],
};

export const CONFLICT: Conflict = {
  title: "Points 0 and 2 cannot be apart",
  text: "Two earlier answers put them together. Your new answer is not recorded yet.",
  chain: [
    { answer: 3, number: 3, who: "", given: false, i: 0, j: 1, a: "0", b: "1", kind: "must" },
    { answer: 5, number: 5, who: "Ann", given: false, i: 1, j: 2, a: "1", b: "2", kind: "must" },
  ],
  new: { i: 0, j: 2, a: "0", b: "2", kind: "cannot" },
  choices: [
    { id: "take_back_new", title: "Take back the new answer", text: "Nothing changes." },
    { id: "take_back:3", title: "Take back answer 3", text: "Removes 0 – 1.", answer: 3 },
    { id: "take_back:5", title: "Take back answer 5", text: "Removes 1 – 2.", answer: 5 },
    { id: "soft", title: "Keep as soft", text: "Recorded, but it may be violated." },
  ],
};

export const STATE: State = {
  ...EMPTY,
  revision: 5,
  n: 4,
  n_rows: 4,
  clusters: [
    { id: 0, name: "Cluster 1", size: 2 },
    { id: 1, name: "Cluster 2", size: 2 },
  ],
  status: "No point changed cluster · no constraints yet",
  can_undo: true,
  settings: {
    ...EMPTY.settings,
    clusterer: "pck",
    clusterers: [
      ["k", "K-means", "No constraints", "The baseline."],
      ["pck", "PCK-means", "Soft constraints", "Pays for violated pairs."],
    ],
    strategy: "npu",
    strategies: [
      ["random", "Random", "Baseline", "Random pairs."],
      ["npu", "NPU", "Most uncertain points", "Uncertain points."],
    ],
    n_clusters: 2,
    n_clusters_high: 4,
    takes_n_clusters: true,
    n_clusters_is_estimated: false,
    params: [
      { name: "max_iter", label: "Max iter", type: "int", value: 100, help: "an integer >= 1" },
    ],
  },
};

/** Four points in a row, 100 pixels apart. */
export const PLACES: [number, number][] = [
  [100, 100],
  [200, 100],
  [300, 100],
  [400, 100],
];

/** Pixels of the plot, as the kernel sends places: of the axes' length, upwards. */
function shares(places: [number, number][]): DataView {
  const view = new DataView(new ArrayBuffer(8 * places.length));
  places.forEach(([x, y], i) => {
    view.setFloat32(8 * i, (x - 62) / (screen.width - 76), true);
    view.setFloat32(8 * i + 4, 1 - (y - 8) / (screen.height - 63), true);
  });
  return view;
}

export interface Shown {
  model: FakeModel;
  root: HTMLElement;
  dispose: () => void;
}

const open: Shown[] = [];

/** After every test: nothing that it showed stays on the page. */
export function clear(): void {
  for (const view of open.splice(0)) view.dispose();
}

/** A view of a model on the page, until the test ends. */
export function shown(change: Partial<State> = {}, manager?: unknown): Promise<Shown> {
  const model = new FakeModel({ ...STATE, ...change }, [0, 0, 1, 1]);
  model.widget_manager = manager;
  return again(model);
}

/** One more view of the same model. */
export async function again(model: FakeModel): Promise<Shown> {
  const root = document.createElement("div");
  const el = document.createElement("div");
  root.className = "ssc-root";
  root.append(el, figure());
  document.body.append(root);
  const end = layer.render({ model, el });
  await settle();
  const dispose = (): void => {
    end();
    root.remove();
  };
  open.push({ model, root, dispose });
  return { model, root, dispose };
}

export const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 30));

function figure(): HTMLElement {
  const box = document.createElement("div");
  box.className = "bqplot ssc-figure";
  const dots = PLACES.map(
    () => '<g class="object_grp" transform="translate(7, 7)"><path class="dot element"/></g>',
  );
  box.innerHTML = `<svg class="svg-figure"><g>${dots.join("")}</g></svg>`;
  return box;
}

export function press(
  key: string,
  more: KeyboardEventInit = {},
  target: Element = document.activeElement ?? document.body,
): KeyboardEvent {
  const event = new KeyboardEvent("keydown", {
    key,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...more,
  });
  target.dispatchEvent(event);
  return event;
}

export function clickAt(root: HTMLElement, index: number): void {
  const dot = root.querySelector(`[data-index="${index}"]`) as Element;
  const [clientX, clientY] = PLACES[index] as [number, number];
  const spot = {
    clientX,
    clientY,
    bubbles: true,
    composed: true,
    cancelable: true,
    button: 0,
    detail: 1,
  };
  for (const name of ["pointerdown", "mousedown", "click"])
    dot.dispatchEvent(new MouseEvent(name, spot));
}

/** Drag from place to place on the plot. */
export function drag(
  root: HTMLElement,
  places: [number, number][],
  more: MouseEventInit = {},
): void {
  const target = root.querySelector(".ssc-figure") as Element;
  const at = ([clientX, clientY]: [number, number]): MouseEventInit => ({
    clientX,
    clientY,
    bubbles: true,
    composed: true,
    cancelable: true,
    ...more,
  });
  target.dispatchEvent(new MouseEvent("pointerdown", at(places[0] as [number, number])));
  for (const place of places.slice(1))
    window.dispatchEvent(new MouseEvent("pointermove", at(place)));
  window.dispatchEvent(new MouseEvent("pointerup", at(places.at(-1) as [number, number])));
}

export const one = <E extends Element = HTMLElement>(root: Element, selector: string): E => {
  const found = root.querySelector<E>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
};

export const status = (root: Element): string => one(root, "[role=status]").textContent ?? "";
export const note = (root: Element): string => one(root, ".ssc-note").textContent ?? "";
