import { describe, expect, it } from "vitest";
import { onNews } from "../../src/core/model";
import { EMPTY } from "../empty_state";
import { FakeModel } from "../fixtures";

describe("news from the kernel", () => {
  it("is taken once for all that one message changes, and no more after the end", () => {
    const model = new FakeModel(EMPTY, [0, 1]);
    const ended = new AbortController();
    const taken: unknown[] = [];
    onNews(model, ["state", "labels"], () => taken.push(model.get("labels")), ended.signal);
    const tell = (): void => {
      for (const name of ["state", "labels"])
        for (const callback of model.handlers.get(`change:${name}`) ?? []) callback();
    };
    model.set("state", { revision: 2 });
    model.set("labels", "second");
    tell();
    model.set("labels", "third");
    tell();
    expect(taken).toEqual(["second", "third"]);
    ended.abort();
    model.set("labels", "fourth");
    tell();
    expect(taken).toHaveLength(2);
  });
});
