/** Written by js/contract.py from widget/contract/: change it there. */

export type AxesName = "pca" | "features" | "tsne" | "umap" | "metric" | "discriminant" | "own";

/** An entry of the menu. */
export interface AxesOption {
  name: AxesName;
  title: string;
  /** A few words beside it: what it shows, how long it took, or why it cannot be had. */
  about: string;
  available: boolean;
}

/** Axes on their way. */
export interface Making {
  text: string;
  /** How far they are, where that is known. */
  fraction: number | null;
}

/** Which axes were chosen, and the menu. */
export interface Projections {
  /** The one that is shown, or on its way. */
  name: AxesName;
  options: AxesOption[];
  /** The two features that are shown, or were last: numbers in `columns` of the model. */
  columns: [number, number];
  making: Making | null;
}

/** Other axes were chosen. */
export interface SetAxes {
  type: "axes";
  name: AxesName;
}

/** Two features were chosen as axes. */
export interface SetColumns {
  type: "axes";
  name: "features";
  columns: [number, number];
}
