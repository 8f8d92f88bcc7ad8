/** The data that Python wrote into the replay page, and the state at each step. */

export interface Answered {
  number: number;
  /** The number of the action that recorded it, which is shown. */
  action: number;
  i: number;
  j: number;
  kind: "must" | "cannot" | "unknown";
  soft: boolean;
  source: string;
  /** Seconds from 1970. */
  time: number;
}

export interface StepData {
  cause: string;
  fitted: string;
  moved: number;
  added: Answered[];
  removed: number[];
  violated: number[];
  score: number | null;
  kept: number | null;
  clusters: string[];
  /** The labels of all points, or the rows that changed and theirs; none where nothing did. */
  all?: string;
  rows?: string;
  labels?: string;
}

/** What fills the points in place of the colours of their clusters, and what that means. */
export interface FillData {
  /** One byte a point. */
  codes: string;
  said: string;
  title: string;
  ends: [string, string] | null;
  kinds: [number, string][];
  /** Whether it is true of the steps before the last. */
  lasting: boolean;
}

export interface Data {
  title: string;
  /** How right the last clustering is, as far as that was checked. */
  checked?: string;
  n: number;
  itemsize: number;
  /** Two numbers of two bytes a point: shares of the plot's width and height. */
  places: string;
  names: string[] | null;
  titles: [string, string];
  ticks: [[number, string][], [number, string][]];
  scoreName: string;
  fills: FillData | null;
  steps: StepData[];
}

export interface Shown {
  labels: Uint16Array;
  answers: Answered[];
}

const bytes = (text: string): DataView => {
  const raw = atob(text);
  return new DataView(Uint8Array.from(raw, (letter) => letter.charCodeAt(0)).buffer);
};

/** Little-endian whole numbers of so many bytes each. */
export function numbers(text: string, size: number): number[] {
  const view = bytes(text);
  return Array.from({ length: view.byteLength / size }, (_, k) =>
    size === 1
      ? view.getUint8(k)
      : size === 2
        ? view.getUint16(2 * k, true)
        : view.getUint32(4 * k, true),
  );
}

/** Every step in full. */
export function unpacked({ n, itemsize, steps }: Data): Shown[] {
  let labels = new Uint16Array(n);
  let answers: Answered[] = [];
  return steps.map((step) => {
    labels = labels.slice();
    if (step.all) labels.set(numbers(step.all, itemsize));
    if (step.rows && step.labels) {
      const values = numbers(step.labels, itemsize);
      numbers(step.rows, 4).forEach((row, k) => {
        labels[row] = values[k] as number;
      });
    }
    const gone = new Set(step.removed);
    answers = [...answers.filter(({ number }) => !gone.has(number)), ...step.added];
    return { labels, answers };
  });
}
