import { describe, expect, it, vi } from "vitest";
import { Store } from "../../src/core/bundle_store";

const CODE = new DataView(new ArrayBuffer(4));
const later = (): Promise<void> => new Promise((done) => setTimeout(done));

function begun(open: () => Promise<unknown>) {
  const opened = vi.fn(open);
  const store = new Store(opened);
  const heard = vi.fn();
  const ended = new AbortController();
  store.listen(heard, ended.signal);
  return { store, opened, heard, ended };
}

describe("the store of parts", () => {
  it("has a part asked for once, opens it once, and tells all who listen", async () => {
    const { store, opened, heard } = begun(() => Promise.resolve("part"));
    const other = vi.fn();
    store.listen(other, new AbortController().signal);
    expect([store.claim("interaction"), store.claim("interaction")]).toEqual([true, false]);
    // a reply goes to every view, and each passes it on
    store.receive("interaction", CODE);
    store.receive("interaction", CODE);
    await later();
    store.receive("interaction", CODE);
    await later();
    expect(opened).toHaveBeenCalledTimes(1);
    expect(store.get("interaction")).toBe("part");
    expect(store.claim("interaction")).toBe(false);
    for (const each of [heard, other]) expect(each.mock.calls).toEqual([["interaction", true]]);
  });

  it("says that a part cannot be used, and lets it be asked for again", async () => {
    let good = false;
    const open = (): Promise<unknown> =>
      good ? Promise.resolve("part") : Promise.reject(new Error("no"));
    const { store, heard } = begun(open);
    store.claim("interaction");
    store.receive("interaction", CODE);
    await later();
    expect(heard.mock.calls).toEqual([["interaction", false]]);
    expect(store.get("interaction")).toBeUndefined();
    expect(store.claim("interaction")).toBe(true);
    good = true;
    store.receive("interaction", CODE);
    await later();
    expect(heard.mock.lastCall).toEqual(["interaction", true]);
  });

  it("asks anew where the kernel that was asked is gone", () => {
    const { store } = begun(() => Promise.resolve("part"));
    store.claim("interaction");
    store.forget("interaction");
    expect(store.claim("interaction")).toBe(true);
  });

  it("tells a view that is gone nothing, and takes nothing for a part that came empty", async () => {
    const { store, opened, heard, ended } = begun(() => Promise.resolve("part"));
    store.receive("interaction", undefined);
    expect(opened).not.toHaveBeenCalled();
    ended.abort();
    store.receive("interaction", CODE);
    await later();
    expect(store.get("interaction")).toBe("part");
    expect(heard).not.toHaveBeenCalled();
  });
});
