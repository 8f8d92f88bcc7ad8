/** What travels between the kernel and this layer. The kernel is the only one that writes `State`. */

export type Kind = "must" | "cannot";
export type AnswerKind = Kind | "unknown";

export interface Cluster {
  id: number;
  name: string;
  size: number;
}

export interface Link {
  answer: number;
  i: number;
  j: number;
  a: string;
  b: string;
  kind: Kind;
  violated: boolean;
  soft: boolean;
  source: string;
}

export interface Feature {
  name: string;
  values: [string, string];
  bars: [number, number];
}

export interface Extra {
  rows: [string, string][];
  image: string | null;
}

export interface Question {
  number: number;
  title: string;
  i: number;
  j: number;
  a: string;
  b: string;
  clusters: [string, string];
  cluster_ids: [number, number];
  strategy: string;
  reason: string;
  features: Feature[];
  /** What the person wants shown about either point. */
  extra?: [Extra, Extra];
  batch?: { index: number; size: number } | null;
}

export interface Statement {
  answer?: number | null;
  /** Not answered, but known from the start. */
  given?: boolean;
  i: number;
  j: number;
  a: string;
  b: string;
  kind: Kind;
}

export interface Choice {
  id: string;
  title: string;
  text: string;
  answer?: number | null;
}

export interface Conflict {
  title: string;
  text: string;
  chain: Statement[];
  new: Statement;
  choices: Choice[];
}

export type ParamValue = string | number | boolean | null;

export interface Param {
  name: string;
  label: string;
  type: "int" | "real" | "choice" | "flag" | "text";
  value: ParamValue;
  options?: ParamValue[] | null;
  /** What the menu calls them. */
  option_names?: string[];
  low?: number | null;
  high?: number | null;
  nullable?: boolean;
  help?: string;
}

export interface Settings {
  clusterer: string;
  clusterers: [string, string][];
  uses_constraints: boolean;
  strategy: string;
  strategies: [string, string][];
  n_clusters: number;
  n_clusters_low: number;
  n_clusters_high: number;
  params: Param[];
  strategy_params?: Param[];
}

export interface Progress {
  score_name: string;
  score_text: string;
  kept_text: string;
  curve: { score: (number | null)[]; kept: (number | null)[] };
}

export interface Keys {
  must: string;
  cannot: string;
  unknown: string;
  next: string;
  lasso: string;
  help: string;
}

export interface LassoGroup {
  indices: number[];
  count: number;
  preview_must: [number, number][];
  must_links: number;
  /** What keeping this group and the first one apart would add. */
  cannot_links?: number | null;
  group: number[] | null;
}

export interface State {
  revision: number;
  n: number;
  labels_itemsize: number;
  disconnected_text: string;
  names: boolean;
  clusters: Cluster[];
  links: Link[];
  moved: number[];
  question: Question | null;
  /** A question is being looked for. */
  asking: boolean;
  exhausted: boolean;
  conflict: Conflict | null;
  status: string;
  error: string | null;
  fit: { text: string; fraction: number | null } | null;
  saved: string;
  can_undo: boolean;
  can_redo: boolean;
  undo_label: string | null;
  redo_label: string | null;
  settings: Settings;
  progress: Progress;
  keys: Keys;
  lasso: LassoGroup | null;
}

export type Message =
  | { type: "link"; i: number; j: number; kind: Kind }
  | { type: "answer"; number: number; i: number; j: number; kind: AnswerKind }
  | { type: "suggest" | "undo" | "redo" | "cancel" | "dismiss_error" | "dismiss_question" }
  | { type: "remove"; answer: number }
  | { type: "refit"; fresh: boolean }
  | { type: "select"; indices: number[] }
  | { type: "group"; action: "must" | "cannot_first" | "cancel" }
  | { type: "group"; action: "cannot"; indices: number[] }
  | { type: "group"; action: "label"; cluster: number }
  | { type: "set"; what: "clusterer" | "strategy"; value: string }
  | { type: "set"; what: "n_clusters"; value: number | string }
  | { type: "set"; what: "param" | "strategy_param"; name: string; value: ParamValue }
  | { type: "resolve"; choice: string }
  | { type: "describe"; index: number };

export interface Description {
  type: "describe";
  index: number;
  name?: string;
  title: string;
  rows: [string, string][];
  image?: string | null;
}

/** The part of anywidget's model that the layer uses. */
export interface Model {
  get(name: string): unknown;
  send(message: Message): void;
  on(event: string, callback: (...args: never[]) => void): void;
  off(event: string, callback: (...args: never[]) => void): void;
  widget_manager?: unknown;
}
