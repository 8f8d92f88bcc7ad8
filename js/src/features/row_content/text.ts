/** Text on the page: row content. */

export const CLOSE_IMAGE = "Close image";
export const CLOSE_IMAGE_HINT = `${CLOSE_IMAGE} (Esc)`;
