import { describe, expect, it, vi } from "vitest";
import type { Description } from "../../../src/contract";
import { Local, type View } from "../../../src/core/view_state";
import { Tooltip } from "../../../src/features/row_content/tooltip";
import { BARE, one, shown } from "../../fixtures";

const pause = () => new Promise((done) => setTimeout(done, 120));

describe("the tooltip, looking back", () => {
  const at = (step: number) => ({ past: { moment: { step } } as Local["past"] });

  it("is of the moment looked at, is asked for anew at another one, and hears of no other", async () => {
    const local = { ...new Local(), ...at(4), cursor: 1 };
    const send = vi.fn();
    const dots = { at: () => [0, 0] };
    const view = { local, send, dots, signal: new AbortController().signal, images: new Map() };
    const tip = new Tooltip(view as unknown as View);
    const told = (step: number | null, title: string): Description => ({
      ...{ type: "describe", index: 1, name: "1", title, step, features: [], ...BARE },
    });
    tip.want(1);
    await pause();
    expect(send.mock.lastCall).toEqual([{ type: "describe", index: 1, step: 4 }]);
    tip.receive(told(null, "Point 1 · cluster 2"));
    expect([tip.el.hidden, local.message]).toEqual([true, null]);
    tip.receive(told(4, "Point 1 · cluster 3"));
    expect([tip.el.textContent, local.message]).toEqual(Array(2).fill("Point 1 · cluster 3"));
    tip.sync();
    expect(send).toHaveBeenCalledTimes(1);
    Object.assign(local, at(3), { message: null });
    tip.sync();
    tip.sync();
    expect(send.mock.calls.slice(1)).toEqual([[{ type: "describe", index: 1, step: 3 }]]);
    tip.receive(told(3, "Point 1 · setosa"));
    expect([tip.el.textContent, local.message]).toEqual(["Point 1 · setosa", null]);
  });
});

describe("the tooltip", () => {
  it("tells about the point under the pointer what the kernel knows", async () => {
    const { model, root } = await shown();
    one(root, ".ssc-figure").dispatchEvent(
      new MouseEvent("pointermove", { clientX: 203, clientY: 101, bubbles: true, composed: true }),
    );
    await new Promise((done) => setTimeout(done, 120));
    expect(model.sent).toEqual([{ type: "describe", index: 1, step: null }]);
    const tip = one(root, "[role=tooltip]");
    const of = { step: null, ...BARE, features: [] };
    model.tell({ type: "describe", index: 3, title: "Point 3", name: "3", ...of });
    expect(tip.hidden).toBe(true);
    model.tell({
      type: "describe",
      index: 1,
      title: "Point 1 · cluster 1",
      name: "1",
      ...of,
      features: [["petal length", "4.5"]],
    });
    expect(tip.hidden).toBe(false);
    expect(tip.textContent).toBe("Point 1 · cluster 1petal length4.5");
  });
});
