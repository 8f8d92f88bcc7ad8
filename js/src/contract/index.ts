/** Written by js/contract.py from widget/contract/: change it there. */

export * from "./again";
export * from "./ahead";
export * from "./auto";
export * from "./axes";
export * from "./batch";
export * from "./compare";
export * from "./content";
export * from "./enough";
export * from "./hand";
export * from "./kinds";
export * from "./messages";
export * from "./out";
export * from "./parts";
export * from "./past";
export * from "./people";
export * from "./projections";
export * from "./replies";
export * from "./shapes";
export * from "./shown";
export * from "./state";
export * from "./steps";
export * from "./ways";
