/** Names and images of rows, requested from the kernel when they are needed. */

import type { Message, Reply, State } from "../contract";
import { Lookup } from "./row_lookup";
import { facesOf } from "./view_state";

const ASKING = new Set<Message["type"]>([
  "describe",
  "names",
  "images",
  "find",
  "nearest",
  "cluster",
  "plan",
  "preview",
  "preview_placement",
  "preview_sorting",
  "look",
  "part",
  "steps",
  "frames",
  "leave_steps",
]);

/** Whether a message only asks, and changes nothing. */
export const asks = ({ type }: Message): boolean => ASKING.has(type);

/** Characters of all images kept; the oldest are dropped first. */
const ROOM = 60e6;

export class KnownRows {
  readonly names = new Lookup();
  readonly images = new Lookup();
  private weight = 0;

  constructor(private readonly send: (message: Message) => void) {}

  /** Names that came with the model, in the order of the rows. */
  begin(names: unknown): void {
    if (Array.isArray(names)) for (const [row, name] of names.entries()) this.names.set(row, name);
  }

  /** Take the names in the state. */
  learn(state: State): void {
    for (const [row, name] of namesIn(state)) this.names.set(row, name);
  }

  /** Request what was missed while the page was painted. */
  ask(): void {
    const [names, images] = [this.names.taken(), this.images.taken()];
    if (names.length) this.send({ type: "names", indices: names });
    if (images.length) this.send({ type: "images", indices: images });
  }

  /** Take a reply of the kernel; false if it is of another kind. */
  hear(message: Reply | undefined): boolean {
    if (message?.type === "names")
      for (const [row, name] of message.names) this.names.set(row, name);
    else if (message?.type === "images") this.keep(message.images);
    else return false;
    return true;
  }

  /** Images that have arrived; the oldest are dropped. */
  private keep(images: readonly [number, string][]): void {
    for (const [row, address] of images) {
      this.weight += address.length - (this.images.get(row)?.length ?? 0);
      this.images.set(row, address.startsWith("data:image/") ? address : "");
    }
    for (const [row, address] of this.images) {
      if (this.weight <= ROOM || this.images.size <= 2) break;
      this.weight -= address.length;
      this.images.delete(row);
    }
  }
}

function namesIn(state: State): [number, string][] {
  const { names, question, links } = state;
  if (!names) return [];
  const pairs = question ? [question, ...links] : links;
  const named = pairs.flatMap(({ i, j, a, b }): [number, string][] => [
    [i, a],
    [j, b],
  ]);
  return [...facesOf(state).map(({ i, name }): [number, string] => [i, name]), ...named];
}
