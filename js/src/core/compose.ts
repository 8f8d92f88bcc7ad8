/** The features of a part as one thing: painted in their order, and heard in the reverse. */

import type { Brought } from "./lazy_bundle";

/** One thing of a part; whatever else it has is for those who made it. */
export type Feature = Partial<Brought>;

export function together(features: readonly Feature[]): Brought {
  // what is painted last lies on top, and hears a key first
  const hearing = [...features].reverse();
  return {
    sync: () => {
      for (const each of features) each.sync?.();
    },
    press: (event) => hearing.some((each) => each.press?.(event)),
    takeBack: () => hearing.some((each) => each.takeBack?.()),
    receive: (reply, buffers) => {
      for (const each of features) each.receive?.(reply, buffers);
    },
  };
}
