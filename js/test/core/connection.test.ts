import { describe, expect, it, vi } from "vitest";
import { store } from "../../src/core/bundle_store";
import { clickAt, link, one, press, QUESTION, settle, shown, status } from "../fixtures";

type Slot = (sender: unknown, value: unknown) => void;
class Signal {
  readonly slots = new Set<Slot>();
  connect = (slot: Slot): void => {
    this.slots.add(slot);
  };
  disconnect = (slot: Slot): void => {
    this.slots.delete(slot);
  };
  emit = (value: unknown): void => {
    for (const slot of this.slots) slot(this, value);
  };
}
const connection = () => ({
  statusChanged: new Signal(),
  connectionStatusChanged: new Signal(),
  kernelChanged: new Signal(),
});

describe("a kernel that is gone", () => {
  it("leaves the tables readable and every control off", async () => {
    const { model, root } = await shown({
      links: [link(1, 0, 1)],
      question: QUESTION,
      disconnected_text: "The kernel has stopped.",
    });
    root.classList.add("jupyter-widgets-disconnected");
    await settle();
    expect(one(root, "[role=alert]").textContent).toBe("Disconnected. The kernel has stopped.");
    expect(status(root)).toContain("Disconnected");
    expect(one<HTMLButtonElement>(root, ".ssc-bar button").disabled).toBe(true);
    expect(one(root, "section.ssc-question").textContent).toContain(
      "Waiting for the notebook to reconnect.",
    );
    expect(one(root, "table").textContent).toContain("0 – 1");
    one(root, "[role=region]").focus();
    press("m");
    clickAt(root, 0);
    expect(model.take()).toEqual([]);
    expect(root.hasAttribute("data-ssc-lacking")).toBe(false);
  });

  it("brings no tables any more where they have not come: the root says so, and if it was restored", async () => {
    const nothing = vi.spyOn(store, "get").mockReturnValue(undefined);
    const { root } = await shown({ links: [link(1, 0, 1)] });
    const said = (of: Element) =>
      ["off", "lacking", "restored"].map((name) => of.hasAttribute(`data-ssc-${name}`));
    expect(said(root)).toEqual([false, false, false]);
    root.classList.add("jupyter-widgets-disconnected");
    await settle();
    expect(said(root)).toEqual([true, true, true]);
    const kernel = connection();
    const live = await shown({ links: [link(1, 0, 1)] }, { kernel });
    kernel.statusChanged.emit("restarting");
    live.root.classList.add("jupyter-widgets-disconnected");
    await settle();
    expect(said(live.root)).toEqual([true, true, false]);
    nothing.mockRestore();
  });
});

describe("a kernel that the manager watches", () => {
  const isOff = (root: HTMLElement): boolean => root.hasAttribute("data-ssc-off");

  it.each([
    ["statusChanged", "dead"],
    ["statusChanged", "restarting"],
    ["connectionStatusChanged", "disconnected"],
    ["kernelChanged", { oldValue: {}, newValue: null }],
  ] as const)("is gone when %s says %o", async (name, value) => {
    const kernel = connection();
    const { root, dispose } = await shown({}, { context: { sessionContext: kernel } });
    expect(isOff(root)).toBe(false);
    kernel[name].emit(value);
    expect(isOff(root)).toBe(true);
    dispose();
    expect(kernel[name].slots.size).toBe(0);
  });

  it("is back when the connection was only lost, and stays gone once it has died", async () => {
    const kernel = connection();
    const { root } = await shown({}, { kernel });
    kernel.statusChanged.emit("busy");
    kernel.connectionStatusChanged.emit("disconnected");
    kernel.connectionStatusChanged.emit("connecting");
    expect(isOff(root)).toBe(true);
    kernel.connectionStatusChanged.emit("connected");
    expect(isOff(root)).toBe(false);
    kernel.statusChanged.emit("autorestarting");
    kernel.connectionStatusChanged.emit("connected");
    expect(isOff(root)).toBe(true);
  });
});
