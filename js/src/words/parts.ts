/** The words for a part of the page that is wanted and cannot be had. */

export const PART_COMING = "That is still being loaded…";
export const PART_FAILED =
  "This part of the widget cannot be loaded on this page; reload the page, then try again.";
export const PART_LACKING = "What you wanted needs the kernel once more; run the cell again.";
