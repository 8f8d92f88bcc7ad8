import { beforeEach, describe, expect, it, vi } from "vitest";
import { Reveal } from "../../../src/core/layout/scroll_into_view";
import { one, press, QUESTION, shown } from "../../fixtures";

const point = (name: string): boolean =>
  window.dispatchEvent(new MouseEvent(name, { bubbles: true }));
const scrolled = vi.fn();

beforeEach(() => {
  scrolled.mockClear();
  HTMLElement.prototype.scrollIntoView = function here(this: HTMLElement, how) {
    scrolled(this.className, how);
  };
});

describe("what opens", () => {
  it("is brought into view once the pointer is up", () => {
    const end = new AbortController();
    const reveal = new Reveal(end.signal);
    const box = document.createElement("div");
    document.body.append(box);
    point("pointerdown");
    reveal.show(box);
    expect(scrolled).not.toHaveBeenCalled();
    point("pointerup");
    const how = { block: "nearest", inline: "nearest", behavior: "smooth" };
    expect(scrolled).toHaveBeenCalledExactlyOnceWith("", how);
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    reveal.show(box);
    expect(scrolled).toHaveBeenLastCalledWith("", { ...how, behavior: "auto" });
    vi.unstubAllGlobals();
    end.abort();
    box.remove();
  });

  it("moves nothing for the pointer unless it was asked for", () => {
    const end = new AbortController();
    const reveal = new Reveal(end.signal);
    const box = document.createElement("div");
    point("pointerdown");
    point("pointerup");
    reveal.show(box, false);
    expect(scrolled).not.toHaveBeenCalled();
    press("c");
    reveal.show(box, false);
    expect(scrolled).toHaveBeenCalledOnce();
    end.abort();
  });

  it("is the question that was asked for, the keys, a section", async () => {
    const { model, root } = await shown();
    one(root, ".ssc-figure").focus();
    press("n");
    model.put({ question: QUESTION });
    expect(scrolled.mock.lastCall?.[0]).toContain("ssc-question");
    press("?");
    expect(scrolled.mock.lastCall?.[0]).toContain("ssc-help");
    press("Escape");
    one(root, ".ssc-progress .ssc-head").click();
    expect(scrolled.mock.lastCall?.[0]).toContain("ssc-progress");
    const before = scrolled.mock.calls.length;
    one(root, ".ssc-progress .ssc-head").click();
    expect(scrolled).toHaveBeenCalledTimes(before);
  });
});
