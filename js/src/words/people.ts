/** Words about several people who answer. */

export const WHO = "Answers of";
export const EVERYBODY = "everybody";
export const UNNAMED = "nobody named";
