/** Text on the page: ui. */

import { imageOf } from "../core/text";

export const WAITING = "Loading…";
export const DOTS = "…";
export const LARGER = "Larger";
export const imageLarger = (name: string): string => `${imageOf(name)}, larger`;
export const textOf = (name: string): string => `Text of ${name}`;
export const CLOSE = "Close";
export const EXPORT_HINT = "Export…";
