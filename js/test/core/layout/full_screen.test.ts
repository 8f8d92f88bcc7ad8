import { afterEach, describe, expect, it, vi } from "vitest";
import { again, one, press, QUESTION, shown } from "../../fixtures";

const full = (root: HTMLElement): boolean => root.hasAttribute("data-ssc-full");

/** What a browser offers for the whole screen; `refuse` as it does without a click. */
function offer(refuse = false): void {
  let shownNow: Element | null = null;
  const turn = (element: Element | null): Promise<void> => {
    if (refuse) return Promise.reject(new TypeError("refused"));
    shownNow = element;
    document.dispatchEvent(new Event("fullscreenchange"));
    return Promise.resolve();
  };
  vi.stubGlobal("fullscreen", true);
  Object.defineProperty(document, "fullscreenElement", {
    configurable: true,
    get: () => shownNow,
  });
  document.exitFullscreen = () => turn(null);
  HTMLElement.prototype.requestFullscreen = function enter(this: HTMLElement) {
    return turn(this);
  };
}

afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, "requestFullscreen");
  Reflect.deleteProperty(HTMLElement.prototype, "showPopover");
  Reflect.deleteProperty(document, "fullscreenElement");
});

describe("full screen", () => {
  it("is one view's own: by key, button or menu, and back by Escape, the question kept", async () => {
    offer();
    const { model, root } = await shown({ question: QUESTION });
    const other = await again(model);
    one(root, ".ssc-figure").focus();
    press("f");
    expect([full(root), full(other.root)]).toEqual([true, false]);
    expect(document.fullscreenElement).toBe(root);
    press("Escape");
    expect([full(root), document.fullscreenElement]).toEqual([false, null]);
    one(root, "[aria-label='Full screen']").click();
    expect(full(root)).toBe(true);
    one(root, "[aria-label='Leave full screen']").click();
    expect(full(root)).toBe(false);
    expect(model.take()).toEqual([]);
  });

  it("follows the browser's own way out", async () => {
    offer();
    const { root } = await shown();
    one(root, "[aria-label='Full screen']").click();
    await document.exitFullscreen();
    expect(full(root)).toBe(false);
  });

  it("takes the page where the browser refuses the screen", async () => {
    offer(true);
    const raised = vi.fn();
    HTMLElement.prototype.showPopover = raised;
    const { root } = await shown();
    one(root, "[aria-label='Full screen']").click();
    await vi.waitFor(() => expect(raised).toHaveBeenCalledOnce());
    expect(full(root)).toBe(true);
    one(root, "[aria-label='Leave full screen']").click();
    expect([full(root), root.getAttribute("popover")]).toEqual([false, null]);
  });

  it("needs neither of the two", async () => {
    const { root } = await shown();
    one(root, "[aria-label='Full screen']").click();
    expect(full(root)).toBe(true);
  });
});
