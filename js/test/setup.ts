import { afterEach } from "vitest";
import { past } from "../src/bundles/bundle_history";
import { store } from "../src/core/bundle_store";
import { clear } from "./fixtures";

store.give("past", past);
afterEach(clear);

/** jsdom knows no style sheets without an element. */
CSSStyleSheet.prototype.replaceSync ??= () => undefined;
if (!("adoptedStyleSheets" in document))
  Object.assign(document, { adoptedStyleSheets: [] as CSSStyleSheet[] });
