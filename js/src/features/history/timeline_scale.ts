/** The common scale of the curves and of the slider under them, which are 320 units wide. */

import { round } from "../../core/geometry";

export const [LEFT, RIGHT] = [8, 312];

/** How far to the right a place of the line is drawn. */
export const along = (at: number, span: number): number =>
  round(span > 0 ? LEFT + (at * (RIGHT - LEFT)) / span : RIGHT);
