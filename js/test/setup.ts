import { afterEach } from "vitest";
import { store } from "../src/core/bundle_store";
import { history } from "../src/features/history/history";
import { clear } from "./fixtures";

store.give("history", history);
afterEach(clear);

/** jsdom knows no style sheets without an element. */
CSSStyleSheet.prototype.replaceSync ??= () => undefined;
if (!("adoptedStyleSheets" in document))
  Object.assign(document, { adoptedStyleSheets: [] as CSSStyleSheet[] });
