/** Text on the page: ui. */

export const CLOSE = "Close";
export const leftToLook = (number: number): string => (number > 1 ? `${number} left` : "the last");
export const SKIP_IT = "Skip";
export const EXPORT_HINT = "Export…";
