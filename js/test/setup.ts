import { afterEach } from "vitest";
import { past } from "../src/parts/past";
import { store } from "../src/parts/store";
import { clear } from "./fixtures";

store.give("past", past);
afterEach(clear);
