/** What the parts of a view may ask of the plot. */

import type { Camera } from "./camera";
import type { Dots } from "./dots";

export interface Scene {
  readonly camera: Camera;
  readonly dots: Dots;
  /** Move the camera at once, as a hand does. */
  move(change: (camera: Camera) => void): void;
  /** Move the camera by itself, in a moment. */
  fly(change: (camera: Camera) => void): void;
  /** Have these points in view; whether one was out of it, so that the view moves. */
  reveal(indices: readonly number[]): boolean;
  readonly isSpread: boolean;
  /** Draw each point so many pixels from its place, or where it stands. */
  spread(offsets: Float64Array | null): void;
}
