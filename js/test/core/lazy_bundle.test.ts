import { describe, expect, it, vi } from "vitest";
import type { Message } from "../../src/contract";
import { Store } from "../../src/core/bundle_store";
import { type Brought, OnDemand } from "../../src/core/lazy_bundle";
import { Local, type View } from "../../src/core/view_state";

const CODE = new DataView(new ArrayBuffer(4));
const idle = (): Promise<void> => new Promise((done) => setTimeout(done, 350));
const later = (): Promise<void> => new Promise((done) => setTimeout(done));

/** A view that can no more than send, speak and paint its one part. */
function viewOf(store: Store) {
  const sent: Message[] = [];
  const local = new Local();
  const ended = new AbortController();
  const set = (change: Partial<Local>): void => {
    Object.assign(local, change);
    part.sync();
  };
  const view = {
    ...{ local, set, state: { revision: 1 }, signal: ended.signal },
    send: (message: Message) => sent.push(message),
    announce: (message: string) => set({ message }),
  } as unknown as View;
  const part = new OnDemand<Made, string>(view, "interaction", "frame", store);
  return { view, part, sent, ended };
}

interface Made extends Brought {
  readonly frame: string;
  readonly sync: ReturnType<typeof vi.fn<() => void>>;
}

const made = vi.fn(
  (_view: View, frame: string): Made => ({
    frame,
    sync: vi.fn<() => void>(),
    press: ({ key }) => key === "x",
  }),
);
const storeOf = (): Store => new Store(() => Promise.resolve(made));
const ASKED = [{ type: "part", name: "interaction" }];

describe("a part of a view", () => {
  it("is asked for ahead of need, once for two views, and then painted in both", async () => {
    const store = storeOf();
    const [first, second] = [viewOf(store), viewOf(store)];
    for (const each of [first, second, first]) each.part.sync();
    expect([...first.sent, ...second.sent]).toEqual([]);
    await idle();
    expect([...first.sent, ...second.sent]).toEqual(ASKED);
    store.receive("interaction", CODE);
    await later();
    for (const { part } of [first, second]) {
      expect(part.now?.frame).toBe("frame");
      expect(part.now?.sync).toHaveBeenCalledTimes(1);
      expect(part.press({ key: "x" } as KeyboardEvent)).toBe(true);
    }
    expect(first.part.now).not.toBe(second.part.now);
  });

  it("is used once it comes, and only for what was wanted last", async () => {
    const store = storeOf();
    const { view, part, sent } = viewOf(store);
    const [before, after] = [vi.fn(), vi.fn()];
    part.use(before);
    part.use(after);
    expect(sent).toEqual(ASKED);
    expect(view.local.message).toContain("loaded");
    expect(part.press({ key: "x" } as KeyboardEvent)).toBe(false);
    store.receive("interaction", CODE);
    await later();
    expect(before).not.toHaveBeenCalled();
    expect(after.mock.calls).toEqual([[part.now]]);
    expect(view.local.message).toBeNull();
    part.use(before);
    expect(before).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(1);
  });

  it("is used only by the view that wanted it", async () => {
    const store = storeOf();
    const [first, second] = [viewOf(store), viewOf(store)];
    const act = vi.fn();
    second.part.use(act);
    store.receive("interaction", CODE);
    await later();
    expect(act.mock.calls).toEqual([[second.part.now]]);
    expect(first.part.now).not.toBeNull();
  });

  it("opens nothing once Escape has taken the wish back", async () => {
    const store = storeOf();
    const { view, part } = viewOf(store);
    const act = vi.fn();
    expect(part.press({ key: "Escape" } as KeyboardEvent)).toBe(false);
    part.use(act);
    expect(part.press({ key: "Escape" } as KeyboardEvent)).toBe(true);
    expect(view.local.message).toBeNull();
    store.receive("interaction", CODE);
    await later();
    expect(part.now).not.toBeNull();
    expect(act).not.toHaveBeenCalled();
  });

  it("says that it cannot be had where the kernel is gone, and is asked for when it is back", async () => {
    const store = storeOf();
    const { view, part, sent } = viewOf(store);
    part.use(vi.fn());
    view.set({ disconnected: true });
    part.use(vi.fn());
    expect(view.local.lacking).toBe(true);
    expect(sent).toEqual(ASKED);
    view.set({ disconnected: false });
    part.use(vi.fn());
    expect(sent).toEqual([...ASKED, ...ASKED]);
    store.receive("interaction", CODE);
    await later();
    expect(view.local.lacking).toBe(false);
  });

  it("says so where it cannot be loaded, if somebody waits for it", async () => {
    const store = new Store(() => Promise.reject(new Error("no")));
    const [first, second] = [viewOf(store), viewOf(store)];
    first.part.use(vi.fn());
    store.receive("interaction", CODE);
    await later();
    expect(first.view.local.message).toContain("cannot be loaded");
    expect(second.view.local.message).toBeNull();
    first.part.use(vi.fn());
    expect(first.sent).toEqual([...ASKED, ...ASKED]);
  });

  it("says so where it cannot be put together, and tries that once", async () => {
    const failing = vi.fn(() => {
      throw new Error("no");
    });
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const store = new Store(() => Promise.resolve(failing));
    const [first, second] = [viewOf(store), viewOf(store)];
    const act = vi.fn();
    first.part.use(act);
    store.receive("interaction", CODE);
    await later();
    expect(first.view.local.message).toContain("cannot be loaded");
    expect(second.view.local.message).toBeNull();
    for (const { part } of [first, second]) part.sync();
    second.part.use(act);
    expect(second.view.local.message).toContain("cannot be loaded");
    expect([failing, logged].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
    expect(act).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it("asks for nothing once the view is gone", async () => {
    const { part, sent, ended } = viewOf(storeOf());
    part.sync();
    ended.abort();
    await idle();
    expect(sent).toEqual([]);
  });
});
