import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PlanReply } from "../../../src/contract";
import type { View } from "../../../src/core/view_state";
import { Preview } from "../../../src/features/clusters/edit_preview";

const REPLY: PlanReply = {
  type: "plan",
  id: 0,
  other: null,
  into: null,
  note: ["If merged", "1 must-link"],
  status: "Merging",
  links: [],
  parts: [],
};

const planned = () => {
  const local: { planned: { lit: readonly number[] } | null } = { planned: null };
  const set = (change: object): unknown => Object.assign(local, change);
  const send = vi.fn();
  const preview = new Preview({ local, set, send } as unknown as View);
  return { preview, send, lit: () => local.planned?.lit ?? null };
};

describe("what a verb would do", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is shown for the partner that is pointed at, whatever comes late or for another view", () => {
    const { preview, send, lit } = planned();
    preview.want({ cluster: 0, other: 1 });
    vi.runAllTimers();
    preview.want({ cluster: 0, other: 2 });
    vi.runAllTimers();
    expect(send).toHaveBeenCalledTimes(2);
    preview.receive({ ...REPLY, other: 1 });
    preview.receive({ ...REPLY, into: 2 });
    expect(lit()).toBe(null);
    preview.receive({ ...REPLY, other: 2 });
    expect(lit()).toEqual([0, 2]);
  });

  it("is shown for as many parts as are pointed at", () => {
    const { preview, lit } = planned();
    preview.want({ cluster: 0, into: 0 });
    vi.runAllTimers();
    preview.receive({ ...REPLY, into: 3 });
    preview.receive({ ...REPLY, other: 0 });
    expect(lit()).toBe(null);
    preview.receive({ ...REPLY, into: 0 });
    expect(lit()).toEqual([0]);
  });
});
