/**
 * Every word that the page adds to what the kernel sends, by part of the page. Keys stand in braces
 * where a sentence has some: "{Esc} cancels".
 */

export * from "./words/actions";
export * from "./words/again";
export * from "./words/auto";
export * from "./words/axes";
export * from "./words/batch";
export * from "./words/common";
export * from "./words/compare";
export * from "./words/content";
export * from "./words/enough";
export * from "./words/hand";
export * from "./words/out";
export * from "./words/page";
export * from "./words/parts";
export * from "./words/past";
export * from "./words/people";
export * from "./words/room";
export * from "./words/shapes";
export * from "./words/steps";
export * from "./words/ways";
export * from "./words/zoom";
