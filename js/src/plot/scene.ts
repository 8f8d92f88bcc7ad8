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
  /** Whether most points stand where others do. */
  readonly isHeaped: boolean;
  readonly isSpread: boolean;
  /** Draw points that stand in one spot apart, or together again. */
  spread(on: boolean): void;
}
