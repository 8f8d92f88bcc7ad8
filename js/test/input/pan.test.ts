import { describe, expect, it } from "vitest";
import { wheelFactor } from "../../src/input/pan";
import { clickAt, note, one, press, type Shown, settle, shown } from "../fixtures";

/** Where points stand on the page, by the dots' own style. */
function spot(root: Element, i: number): [number, number] {
  const group = one<SVGElement>(root, `[data-index="${i}"]`).parentElement as unknown as SVGElement;
  const found = /translate\((.+)px,(.+)px\)/.exec(group.style.transform);
  return [Number(found?.[1]), Number(found?.[2])];
}

const hidden = (root: Element, i: number): boolean =>
  (one(root, `[data-index="${i}"]`).parentElement as HTMLElement).style.display === "none";

const turned = (root: Element, deltaY: number, more: WheelEventInit = {}): WheelEvent => {
  const place = { clientX: 200, clientY: 100, bubbles: true, composed: true, cancelable: true };
  const event = new WheelEvent("wheel", { ...place, deltaY, ...more });
  one(root, ".ssc-figure").dispatchEvent(event);
  return event;
};

const rest = async (): Promise<void> => {
  for (let k = 0; k < 15; k++) await settle();
};

function dragged({ root }: Shown, places: [number, number][], id = 1): void {
  const send = (name: string, [clientX, clientY]: [number, number], target: EventTarget): void => {
    const event = new MouseEvent(name, {
      clientX,
      clientY,
      bubbles: true,
      composed: true,
      button: 0,
    });
    Object.defineProperty(event, "pointerId", { value: id });
    target.dispatchEvent(event);
  };
  send("pointerdown", places[0] as [number, number], one(root, ".ssc-figure"));
  for (const place of places.slice(1)) send("pointermove", place, window);
  send("pointerup", places.at(-1) as [number, number], window);
}

describe("the wheel", () => {
  it("zooms about the pointer with Ctrl, and sends nothing", async () => {
    const { model, root } = await shown();
    const event = turned(root, -1000 / 3, { ctrlKey: true });
    expect(event.defaultPrevented).toBe(true);
    await rest();
    expect(spot(root, 1)).toEqual([200, 100]);
    expect(spot(root, 2)).toEqual([400, 100]);
    expect(hidden(root, 0)).toBe(true);
    expect(model.sent).toEqual([]);
  });

  it("scrolls the page otherwise, and says how to zoom", async () => {
    const { root } = await shown();
    expect(turned(root, -100).defaultPrevented).toBe(false);
    expect(note(root)).toContain("wheel zooms");
    await rest();
    expect(spot(root, 2)).toEqual([300, 100]);
  });

  it("zooms while the plot has the focus, but does not hold up a page scrolled past it", async () => {
    const { root } = await shown();
    one(root, "[role=region]").focus();
    expect(turned(root, 100).defaultPrevented).toBe(false);
    expect(turned(root, -100).defaultPrevented).toBe(true);
    expect(turned(root, 50).defaultPrevented).toBe(true);
  });

  it("turned in lines or pinched on a pad is worth as much as by hand", () => {
    const by = (deltaY: number, deltaMode: number, ctrlKey = false): number =>
      wheelFactor({ deltaY, deltaMode, ctrlKey });
    expect(by(-5, 1)).toBeCloseTo(by(-100, 0), 9);
    expect(by(-5, 0, true)).toBeGreaterThan(by(-5, 0));
    expect(by(100, 0) * by(-100, 0)).toBeCloseTo(1, 9);
  });
});

describe("a drag", () => {
  it("moves a plot that is zoomed in, and picks nothing", async () => {
    const view = await shown();
    turned(view.root, -1000 / 3, { ctrlKey: true });
    dragged(view, [
      [600, 300],
      [620, 310],
      [660, 320],
    ]);
    await rest();
    expect(spot(view.root, 1)).toEqual([260, 120]);
    expect(view.model.sent).toEqual([]);
  });

  it("of a pixel or two is a click", async () => {
    const view = await shown();
    turned(view.root, -1000 / 3, { ctrlKey: true });
    dragged(view, [
      [600, 300],
      [602, 301],
    ]);
    await rest();
    expect(spot(view.root, 1)).toEqual([200, 100]);
  });

  it("with the space bar held moves it in Link and Lasso; the bar alone picks", async () => {
    const view = await shown();
    press("l", {}, one(view.root, "[role=region]"));
    turned(view.root, -1000 / 3, { ctrlKey: true });
    await rest();
    one(view.root, "[role=region]").focus();
    press(" ");
    dragged(view, [
      [600, 300],
      [630, 300],
    ]);
    window.dispatchEvent(new KeyboardEvent("keyup", { key: " " }));
    await rest();
    expect(spot(view.root, 1)).toEqual([230, 100]);
    expect(view.model.take()).toEqual([]);
  });
});

describe("two fingers", () => {
  it("zoom what is between them", async () => {
    const { root } = await shown();
    const figure = one(root, ".ssc-figure");
    const send = (name: string, id: number, clientX: number, target: EventTarget): void => {
      const spots = { clientX, clientY: 100, bubbles: true, composed: true, button: 0 };
      const event = new MouseEvent(name, spots);
      Object.defineProperty(event, "pointerId", { value: id });
      target.dispatchEvent(event);
    };
    send("pointerdown", 1, 150, figure);
    send("pointerdown", 2, 250, figure);
    send("pointermove", 1, 100, window);
    send("pointermove", 2, 300, window);
    send("pointerup", 1, 100, window);
    send("pointerup", 2, 300, window);
    await rest();
    expect(spot(root, 1)[0]).toBeCloseTo(200, 0);
    expect(spot(root, 2)[0]).toBeCloseTo(400, 0);
    clickAt(root, 1);
  });
});
