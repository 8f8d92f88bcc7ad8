/** Whether the kernel behind this view can still be reached. */

import type { Model } from "./model";

const GONE = "jupyter-widgets-disconnected";
const DEAD = new Set(["dead", "terminating", "restarting", "autorestarting"]);

interface Signal {
  connect(slot: (sender: unknown, value: unknown) => void): void;
  disconnect(slot: (sender: unknown, value: unknown) => void): void;
}
type Connection = Partial<
  Record<"statusChanged" | "connectionStatusChanged" | "kernelChanged", Signal>
>;
interface Manager {
  kernel?: (Connection & { status?: string; connectionStatus?: string }) | null;
  context?: { sessionContext?: Connection };
}

/**
 * Report now and on every change whether the kernel is gone, and whether this view never saw it.
 * Hosts differ: ipywidgets sets a class when a kernel restarts; only the manager knows of a
 * shutdown.
 */
export function watchKernel(
  model: Model,
  root: HTMLElement,
  report: (gone: boolean, restored: boolean) => void,
  signal: AbortSignal,
): void {
  const manager = (model.widget_manager ?? {}) as Manager;
  let ended = false;
  let lost = false;
  const tell = (): void => {
    const off = root.classList.contains(GONE);
    report(ended || lost || off, off && !ended && !lost);
  };
  const onStatus = (_: unknown, status: unknown): void => {
    if (DEAD.has(String(status))) ended = true;
    tell();
  };
  const onConnection = (_: unknown, status: unknown): void => {
    lost = status === "disconnected" || (lost && status !== "connected");
    tell();
  };
  const onKernel = (_: unknown, change: unknown): void => {
    if ((change as { oldValue?: unknown } | null)?.oldValue) ended = true;
    tell();
  };
  const source: Connection = manager.context?.sessionContext ?? manager.kernel ?? {};
  const slots = {
    statusChanged: onStatus,
    connectionStatusChanged: onConnection,
    kernelChanged: onKernel,
  };
  const names = Object.keys(slots) as (keyof typeof slots)[];
  for (const name of names) source[name]?.connect(slots[name]);
  const observer = new MutationObserver(tell);
  observer.observe(root, { attributes: true, attributeFilter: ["class"] });
  signal.addEventListener("abort", () => {
    observer.disconnect();
    for (const name of names) source[name]?.disconnect(slots[name]);
  });
  tell();
}
