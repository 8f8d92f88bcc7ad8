/** Text on the page: axes. */

export const AXES = "Axes";
export const axesNow = (title: string): string => `${AXES}: ${title}`;
export const AXES_FOOT = "The axes never change the clustering.";
export const more = (title: string): string => `${title}…`;
export const ACROSS = "Horizontal axis";
export const UP = "Vertical axis";
