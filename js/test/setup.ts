import { afterEach } from "vitest";
import { clear } from "./fixtures";

afterEach(clear);
