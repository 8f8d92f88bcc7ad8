/** A lazy bundle in one view: requested when the page is idle, made when its code is loaded. */

import type { PartName, Reply } from "../contract";
import { type Store, store } from "./bundle_store";
import * as words from "./text";
import type { View } from "./view_state";

/** Takes keys while open. */
export interface KeyHandler {
  press(event: KeyboardEvent): boolean;
  /** Undo something of its own first; returns whether there was something. */
  takeBack?(): boolean;
}

/** A lazy bundle in a view: it is painted, and gets keys and replies. */
export interface Brought extends KeyHandler {
  sync(): void;
  receive?(reply: Reply, buffers: readonly DataView[]): void;
}

/** Latest start in milliseconds after the first picture, however busy the page is. */
const SOON = 1500;

export class OnDemand<P extends Brought, F> implements KeyHandler {
  private brought: P | null = null;
  private wish: ((part: P) => void) | null = null;
  private awaited = false;
  /** It came, and could not be put together. */
  private failed = false;

  constructor(
    private readonly view: View,
    private readonly name: PartName,
    private readonly frame: F,
    private readonly parts: Store = store,
  ) {
    parts.listen((which, good) => which === name && this.heard(good), view.signal);
  }

  /** The part, if loaded. */
  get now(): P | null {
    return this.brought;
  }

  /** Use the part now or once it is loaded, unless another use is requested first. */
  use(act: (part: P) => void): void {
    this.join();
    if (this.brought) return act(this.brought);
    if (this.failed) return this.view.announce(words.PART_FAILED);
    this.wish = act;
    this.ask();
    if (this.view.local.disconnected) this.view.set({ lacking: true });
    else this.view.announce(words.PART_COMING);
  }

  sync(): void {
    this.join();
    if (this.brought) this.brought.sync();
    else if (this.view.local.disconnected) this.parts.forget(this.name);
    else this.prefetch();
  }

  press(event: KeyboardEvent): boolean {
    if (this.brought) return this.brought.press(event);
    const taken = event.key === "Escape" && this.wish !== null;
    if (taken) this.drop();
    return taken;
  }

  takeBack(): boolean {
    return this.brought?.takeBack?.() ?? false;
  }

  receive(reply: Reply, buffers: readonly DataView[]): void {
    this.brought?.receive?.(reply, buffers);
  }

  private join(): void {
    const make = this.parts.get(this.name) as ((view: View, frame: F) => P) | undefined;
    if (!make || this.brought || this.failed) return;
    try {
      this.brought = make(this.view, this.frame);
    } catch (error) {
      // once, and not at each change: the page goes on without it
      this.failed = true;
      // biome-ignore lint/suspicious/noConsole: whoever mends it has to see where it stopped
      console.error(error);
    }
  }

  private heard(good: boolean): void {
    const { wish } = this;
    if (wish) this.drop();
    this.join();
    if (wish && (!good || this.failed)) return this.view.announce(words.PART_FAILED);
    this.view.set({ lacking: false });
    if (this.brought) wish?.(this.brought);
  }

  /** Cancel the waiting use. */
  private drop(): void {
    this.wish = null;
    if (this.view.local.message === words.PART_COMING) this.view.set({ message: null });
  }

  /** Load the bundle once the page is idle. */
  private prefetch(): void {
    if (this.awaited) return;
    this.awaited = true;
    const ask = (): void => {
      this.awaited = false;
      if (!this.view.signal.aborted) this.ask();
    };
    if (typeof requestIdleCallback === "function") requestIdleCallback(ask, { timeout: SOON });
    else setTimeout(ask, SOON / 5);
  }

  private ask(): void {
    const { name, parts, view } = this;
    if (!view.local.disconnected && parts.claim(name)) view.send({ type: "part", name });
  }
}
