/** The steps of a fit received from the kernel, and requests for the next ones. */

import type { Frame, Frames, StepsHead } from "../../contract";
import { decode, type Labels } from "../../core/dots";
import type { View } from "../../core/view_state";

/** Approximate number of labels in one message. */
const LOAD = 500_000;
const MOST = 64;

export interface Known {
  readonly frame: Frame;
  readonly labels: Labels;
}

export class FrameStore {
  private readonly known = new Map<number, Known>();
  private readonly asked = new Set<number>();

  constructor(
    private readonly view: View,
    readonly head: StepsHead,
  ) {}

  get count(): number {
    return this.head.kinds.length;
  }

  private get block(): number {
    return Math.max(4, Math.min(MOST, Math.floor(LOAD / Math.max(1, this.view.state.n))));
  }

  /** A step, if loaded; otherwise its block and the next are requested. */
  at(step: number): Known | null {
    const first = Math.floor(step / this.block);
    for (const block of [first, first + 1]) this.ask(block);
    return this.known.get(step) ?? null;
  }

  receive(reply: Frames, bytes: DataView | undefined): void {
    if (reply.fit !== this.head.fit || !bytes) return;
    const { n } = this.view.state;
    const length = n * reply.itemsize;
    reply.frames.forEach((frame, k) => {
      const part = new DataView(bytes.buffer, bytes.byteOffset + k * length, length);
      this.known.set(frame.step, { frame, labels: decode(part, reply.itemsize) });
    });
  }

  private ask(block: number): void {
    const first = block * this.block;
    if (first >= this.count || this.asked.has(block) || this.view.local.disconnected) return;
    this.asked.add(block);
    const last = Math.min(this.count, first + this.block) - 1;
    this.view.send({ type: "frames", fit: this.head.fit, first, last });
  }
}
