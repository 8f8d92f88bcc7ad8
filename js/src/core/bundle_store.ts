/** The lazy bundles from the kernel, each loaded once for all views. */

import type { PartName } from "../contract";

/** Runs the code of a bundle and returns its exports. */
export type Open = (code: DataView) => Promise<unknown>;
/** Reports that a part has arrived or failed. */
export type Heard = (name: PartName, good: boolean) => void;

export class Store {
  private readonly there = new Map<PartName, unknown>();
  private readonly asked = new Set<PartName>();
  private readonly opening = new Set<PartName>();
  private readonly listeners = new Set<Heard>();

  constructor(private readonly open: Open) {}

  get(name: PartName): unknown {
    return this.there.get(name);
  }

  /** Whether the caller must ask the kernel: nobody has, or nothing came back. */
  claim(name: PartName): boolean {
    if (this.there.has(name) || this.asked.has(name)) return false;
    this.asked.add(name);
    return true;
  }

  /** The kernel is gone: no reply will come. */
  forget(name: PartName): void {
    this.asked.delete(name);
  }

  listen(heard: Heard, signal: AbortSignal): void {
    this.listeners.add(heard);
    signal.addEventListener("abort", () => this.listeners.delete(heard));
  }

  /** Store a loaded part. */
  give(name: PartName, part: unknown): void {
    this.there.set(name, part);
    for (const heard of this.listeners) heard(name, true);
  }

  /** The code of a bundle has arrived: notify every view. */
  receive(name: PartName, code: DataView | undefined): void {
    if (!code || this.there.has(name) || this.opening.has(name)) return;
    this.opening.add(name);
    const failed = (): void => {
      this.opening.delete(name);
      this.asked.delete(name);
      for (const heard of this.listeners) heard(name, false);
    };
    this.open(code).then((part) => this.give(name, part), failed);
  }
}

let core: readonly unknown[] = [];

/** The core's exports for the bundles, in the order set by the build. */
export function offer(values: readonly unknown[]): void {
  core = values;
}

/** Loaded as anywidget loads the core, so that a page that allows one allows the other. */
async function opened(code: DataView): Promise<unknown> {
  const url = URL.createObjectURL(
    new Blob([code as DataView<ArrayBuffer>], { type: "text/javascript" }),
  );
  try {
    const { default: run } = await import(/* @vite-ignore */ url);
    let given: unknown;
    run(core, (part: unknown) => {
      given = part;
    });
    return given;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export const store = new Store(opened);
