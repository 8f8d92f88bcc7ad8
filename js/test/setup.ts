import { afterEach } from "vitest";
import { past } from "../src/parts/past";
import { store } from "../src/parts/store";
import { clear } from "./fixtures";

store.give("past", past);
afterEach(clear);

/** jsdom knows no style sheets without an element. */
CSSStyleSheet.prototype.replaceSync ??= () => undefined;
if (!("adoptedStyleSheets" in document))
  Object.assign(document, { adoptedStyleSheets: [] as CSSStyleSheet[] });
