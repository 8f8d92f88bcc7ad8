/** The marks of points in no cluster. */

import { SAID } from "../core/dots";
import { shapeOf } from "./palette";

const RING = "M3.6 0A3.6 3.6 0 1 1-3.6 0A3.6 3.6 0 1 1 3.6 0Z";
const DOT = "M.8 0A.8.8 0 1 1-.8 0A.8.8 0 1 1 .8 0Z";
/** The mark of a point in no cluster; a dot in it where a person said so. */
export const hollow = (label: number): string => (label === SAID ? RING + DOT : RING);

/** The mark of a cluster, or of points in none. */
export const markOf = (cluster: number): string => (cluster < SAID ? shapeOf(cluster) : RING);
