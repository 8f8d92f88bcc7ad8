/** Who answered is any text, those included that every object has a value for. */

import { expect, it } from "vitest";
import { saidBy } from "../../src/replay/text";

it("says how an answer was given", () => {
  expect(saidBy("lasso", "")).toBe("Linked with a lasso");
  expect(saidBy("Ada", "at noon")).toBe("Ada, at noon");
});

it.each(["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"])(
  "says %s",
  (name) => {
    expect(saidBy(name, "").toLowerCase()).toBe(name.toLowerCase());
  },
);
