import { afterEach, describe, expect, it, vi } from "vitest";
import type { State } from "../src/types";
import { again, clickAt, CONFLICT, drag, link, note, observers, one, press, QUESTION, screen, settle, shown, status, type Shown } from "./fixtures";

let view: Shown;
const show = async (change: Partial<State> = {}): Promise<Shown> => (view = await shown(change));
afterEach(() => view?.dispose());

describe("a view", () => {
  it("finds the figure, makes it a region and paints its dots", async () => {
    const { root } = await show();
    const region = one(root, "[role=region][aria-label='Clustering plot']");
    expect(region.tabIndex).toBe(0);
    const clusters = [...root.querySelectorAll(".dot")].map((dot) => dot.getAttribute("data-cluster"));
    expect(clusters).toEqual(["0", "0", "1", "1"]);
    expect(root.dataset["lmSuppressShortcuts"]).toBe("true");
  });

  it("ignores a state that is older than the one it shows", async () => {
    const { model, root } = await show();
    model.put({ status: "new", revision: 9 });
    model.put({ status: "old", revision: 8 }, [1, 1, 1, 1]);
    expect(status(root)).toBe("new");
    expect(one(root, "[data-index='0']").getAttribute("data-cluster")).toBe("0");
  });

  it("shows names as text, never as markup", async () => {
    const evil = "<script>alert(1)</script><img src=x onerror=alert(2)>";
    const { model, root } = await show({
      names: true,
      links: [link(1, 0, 1, { a: evil, b: "<b>b</b>" })],
      question: { ...QUESTION, title: evil, a: evil, reason: evil, features: [{ name: evil, values: [evil, "1"], bars: [0, 1] }] },
      status: evil,
      error: evil,
      clusters: [{ id: 0, name: evil, size: 4 }],
    });
    model.tell({ type: "describe", index: 0, title: evil, rows: [[evil, evil]], image: "javascript:alert(3)" });
    model.put({ conflict: { ...CONFLICT, title: evil, text: evil } });
    expect(root.querySelectorAll("script, .ssc-layer b b, img")).toHaveLength(0);
    expect(one(root, ".ssc-qtitle").textContent).toBe(evil);
    expect(one(root, ".ssc-dlgtitle").textContent).toContain(evil);
  });

  it("leaves no listener, observer or element behind", async () => {
    const added: AddEventListenerOptions[] = [];
    const spies = [window, document, document.body].map((target) =>
      vi.spyOn(target, "addEventListener").mockImplementation((_name, _heard, options) => {
        added.push(options as AddEventListenerOptions);
      }),
    );
    const before = observers.live;
    const { model, root, dispose } = await show({ question: QUESTION });
    for (const spy of spies) spy.mockRestore();
    expect(added.length).toBeGreaterThan(0);
    dispose();
    expect(added.every((options) => options.signal?.aborted)).toBe(true);
    expect([...model.handlers.values()].every((heard) => heard.size === 0)).toBe(true);
    expect(observers.live).toBe(before);
    expect(root.querySelectorAll(".ssc-bar, .ssc-side, .ssc-overlay, style")).toHaveLength(0);
    expect(root.querySelector("[role=region][aria-label='Clustering plot']")).toBeNull();
  });

  it("agrees with another view of the same widget, whose picks are its own", async () => {
    const { model, root } = await show();
    const other = await again(model);
    clickAt(root, 0);
    expect(note(other.root)).toBe("");
    model.put({ links: [link(1, 0, 3)], question: QUESTION, status: "both" }, [1, 1, 0, 0]);
    for (const each of [root, other.root]) {
      expect(status(each)).toBe("both");
      expect(each.querySelectorAll(".ssc-link")).toHaveLength(1);
      expect(one(each, "[data-index='0']").getAttribute("data-cluster")).toBe("1");
      expect(one(each, ".ssc-qtitle").textContent).toBe(QUESTION.title);
    }
    other.dispose();
  });

  it("rings the points that a fit has moved, for a while", async () => {
    const { model, root } = await show();
    vi.useFakeTimers();
    model.put({ moved: [1, 2] }, [0, 1, 0, 1]);
    expect(one(root, ".ssc-moved .ssc-ring").getAttribute("d")?.match(/M/g)).toHaveLength(2);
    vi.advanceTimersByTime(2000);
    expect(root.querySelector(".ssc-moved .ssc-ring")).toBeNull();
    vi.useRealTimers();
  });

  it("tells about the point under the pointer what the kernel knows", async () => {
    const { model, root } = await show();
    one(root, ".ssc-figure").dispatchEvent(new MouseEvent("pointermove", { clientX: 203, clientY: 101, bubbles: true, composed: true }));
    await new Promise((done) => setTimeout(done, 120));
    expect(model.sent).toEqual([{ type: "describe", index: 1 }]);
    const tip = one(root, "[role=tooltip]");
    model.tell({ type: "describe", index: 3, title: "Point 3", rows: [] });
    expect(tip.hidden).toBe(true);
    model.tell({ type: "describe", index: 1, title: "Point 1 · cluster 1", rows: [["petal length", "4.5"]] });
    expect(tip.hidden).toBe(false);
    expect(tip.textContent).toBe("Point 1 · cluster 1petal length4.5");
  });

  it("minds its own business beside another widget", async () => {
    const { model, root } = await show();
    const other = await shown();
    clickAt(root, 0);
    press("m");
    clickAt(other.root, 1);
    expect(model.take()).toEqual([]);
    expect(note(other.root)).toContain("1 picked");
    clickAt(root, 2);
    expect(model.take()).toEqual([{ type: "link", i: 0, j: 2, kind: "must" }]);
    expect(other.model.take()).toEqual([]);
    other.dispose();
  });
});

describe("linking", () => {
  it("takes a click, a key and a click, and tells Jupyter nothing of them", async () => {
    const { model, root } = await show();
    const heard = vi.fn();
    document.addEventListener("keydown", heard);
    clickAt(root, 0);
    expect(status(root)).toBe("Point 0, cluster 1, picked.");
    expect(press("m").defaultPrevented).toBe(true);
    expect(note(root)).toContain("Must-link from 0");
    clickAt(root, 3);
    expect(model.take()).toEqual([{ type: "link", i: 0, j: 3, kind: "must" }]);
    expect(press("x").defaultPrevented).toBe(false);
    expect(heard).not.toHaveBeenCalled();
    document.removeEventListener("keydown", heard);
  });

  it("works by keyboard alone", async () => {
    const { model, root } = await show();
    one(root, "[role=region]").focus();
    for (const key of ["ArrowRight", "Enter", "c", "ArrowRight", "Enter"]) press(key);
    expect(model.take()).toEqual([{ type: "link", i: 1, j: 2, kind: "cannot" }]);
  });

  it("is silent while the focus and the last click are elsewhere", async () => {
    const { model } = await show({ question: QUESTION });
    const elsewhere = document.body.appendChild(document.createElement("button"));
    elsewhere.focus();
    expect(press("m").defaultPrevented).toBe(false);
    expect(model.take()).toEqual([]);
    elsewhere.remove();
  });

  it("undoes and redoes without Jupyter hearing of it", async () => {
    const { model, root } = await show();
    one(root, "[role=region]").focus();
    expect(press("z", { ctrlKey: true }).defaultPrevented).toBe(true);
    press("Z", { ctrlKey: true, shiftKey: true });
    expect(model.take()).toEqual([{ type: "undo" }, { type: "redo" }]);
    expect(press("s", { ctrlKey: true }).defaultPrevented).toBe(false);
  });

  it("draws all halos as one, under the lines, and the violated on top", async () => {
    const { root } = await show({ links: [link(1, 0, 1, { violated: true }), link(2, 1, 3)] });
    const layer = one(root, ".ssc-links");
    expect(layer.firstElementChild?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
    const answers = [...layer.querySelectorAll(".ssc-link")].map((line) => line.getAttribute("data-answer"));
    expect(answers).toEqual(["2", "1"]);
  });

  it("draws one line for each link, and marks its ends", async () => {
    const { root } = await show({ links: [link(1, 0, 1), link(2, 1, 3, { kind: "cannot", violated: true })] });
    const kinds = [...root.querySelectorAll(".ssc-link")].map((line) => line.getAttribute("data-kind"));
    expect(kinds).toEqual(["must", "cannot"]);
    expect(root.querySelectorAll(".ssc-link .ssc-mark")).toHaveLength(1);
    expect(root.querySelectorAll("[data-linked]")).toHaveLength(3);
  });
});

describe("a question", () => {
  it("takes the focus when it was asked for here, and not otherwise", async () => {
    const { model, root } = await show();
    model.put({ question: QUESTION });
    expect(document.activeElement).toBe(document.body);
    model.put({ question: null });
    one(root, "[role=region]").focus();
    press("n");
    model.put({ question: QUESTION });
    expect(document.activeElement).toBe(one(root, ".ssc-ans"));
  });

  it("is answered by key, and the focus waits for the next one", async () => {
    const { model, root } = await show({ question: QUESTION });
    one(root, ".ssc-ans").focus();
    press("s");
    expect(model.take()).toEqual([{ type: "answer", kind: "unknown", number: 10, i: 1, j: 3 }]);
    model.put({ question: null });
    expect(document.activeElement).toBe(one(root, "[role=region]"));
    model.put({ question: { ...QUESTION, number: 11 } });
    expect(document.activeElement).toBe(one(root, ".ssc-ans"));
  });

  it("takes one answer, however often it is given, until the kernel has spoken", async () => {
    const { model, root } = await show({ question: QUESTION });
    one(root, ".ssc-ans").focus();
    press("m", { repeat: true });
    expect(model.take()).toEqual([]);
    press("m");
    press("m");
    const button = one(root, ".ssc-ans button");
    button.click();
    model.put({ status: "a fit that ended meanwhile" });
    button.click();
    expect(model.take()).toHaveLength(1);
    model.put({ error: "No." });
    press("c");
    expect(model.take()).toMatchObject([{ kind: "cannot", number: 10 }]);
    model.put({ error: null, question: { ...QUESTION, number: 11 } });
    press("m");
    expect(model.take()).toMatchObject([{ kind: "must", number: 11 }]);
  });

  it("is closed by Escape once there is nothing else to cancel, and by its button", async () => {
    const { model, root } = await show({ question: QUESTION });
    clickAt(root, 0);
    press("Escape");
    expect(model.take()).toEqual([]);
    press("Escape");
    one(root, "[aria-label='Close question']").click();
    expect(model.take()).toEqual([{ type: "dismiss_question" }, { type: "dismiss_question" }]);
    model.put({ question: null });
    expect(one(root, "[aria-label='Close question']").hidden).toBe(true);
  });

  it("steps back for a point that is picked while it is open", async () => {
    const { model, root } = await show({ question: QUESTION });
    clickAt(root, 0);
    expect(note(root)).toContain("not question 10");
    press("c");
    clickAt(root, 2);
    expect(model.take()).toEqual([{ type: "link", i: 0, j: 2, kind: "cannot" }]);
  });

  it("folds the sections below it, until they are unfolded by hand", async () => {
    const { model, root } = await show({ links: [link(1, 0, 1)] });
    const table = one(root, "section[aria-label=Constraints]");
    expect(table.classList.contains("ssc-open")).toBe(true);
    model.put({ question: QUESTION });
    expect(table.classList.contains("ssc-open")).toBe(false);
    one(table, ".ssc-head").click();
    model.put({ status: "something else" });
    expect(table.classList.contains("ssc-open")).toBe(true);
  });

  it("folds nothing where the sections stand side by side", async () => {
    screen.width = 760;
    const { root } = await show({ question: QUESTION });
    screen.width = 1168;
    expect(root.dataset["sscWidth"]).toBe("narrow");
    expect(one(root, "section[aria-label=Constraints]").classList.contains("ssc-open")).toBe(true);
  });

  it("says when nothing is left to ask", async () => {
    const { root } = await show({ exhausted: true });
    expect(one(root, "section.ssc-question").textContent).toContain("Nothing left to ask.");
  });
});

describe("a conflict", () => {
  it("opens on the harmless choice, and Escape is that choice", async () => {
    const { model, root } = await show();
    model.put({ conflict: CONFLICT });
    expect(document.activeElement?.textContent).toContain("Take back the new answer");
    press("Escape");
    expect(model.take()).toEqual([{ type: "resolve", choice: "take_back_new" }]);
    model.put({ conflict: null });
    expect(root.querySelector("[role=alertdialog]")).toBeNull();
  });

  it("keeps the focus and every key inside", async () => {
    const { model, root } = await show({ question: QUESTION });
    model.put({ conflict: CONFLICT });
    for (let turn = 0; turn < 6; turn++) {
      press("Tab");
      expect(one(root, "[role=alertdialog]").contains(document.activeElement)).toBe(true);
    }
    press("m");
    press("z", { ctrlKey: true });
    clickAt(root, 0);
    expect(model.take()).toEqual([]);
    expect(one(root, ".ssc-side").hasAttribute("inert")).toBe(true);
    model.put({ conflict: null, question: null });
    expect(note(root)).toBe("");
  });

  it("names the step that is lit up on its second button", async () => {
    const { model, root } = await show({ links: [link(3, 0, 1), link(5, 1, 2)] });
    model.put({ conflict: CONFLICT });
    const second = root.querySelectorAll<HTMLElement>(".ssc-choices button")[1] as HTMLElement;
    expect(second.textContent).toContain("Take back answer 5");
    one(root, ".ssc-step").click();
    expect(second.textContent).toContain("Take back answer 3");
    expect(root.querySelectorAll("[data-keep].dot")).toHaveLength(3);
    second.click();
    expect(model.take()).toEqual([{ type: "resolve", choice: "take_back:3" }]);
  });

  it("of a group offers only what there is", async () => {
    const { model, root } = await show();
    model.put({ conflict: { ...CONFLICT, choices: CONFLICT.choices.slice(0, 1) } });
    expect(root.querySelectorAll(".ssc-choices button")).toHaveLength(1);
  });
});

describe("a lasso", () => {
  const around = (left: number, right: number): [number, number][] => [[left, 50], [right, 50], [right, 150], [left, 150]];

  it("selects what it encloses; Shift adds, Alt removes", async () => {
    const { model, root } = await show();
    one(root, "[role=region]").focus();
    press("l");
    drag(root, around(50, 250));
    expect(model.take()).toEqual([{ type: "select", indices: [0, 1] }]);
    model.put({ lasso: { indices: [0, 1], count: 2, preview_must: [[0, 1]], must_links: 1, group: null } });
    expect(document.activeElement?.textContent).toBe("All must-link: 1 link");
    expect(root.querySelectorAll("path.ssc-lasso")).toHaveLength(1);
    drag(root, around(350, 450), { shiftKey: true });
    drag(root, around(50, 150), { altKey: true });
    expect(model.take()).toEqual([{ type: "select", indices: [0, 1, 3] }, { type: "select", indices: [1] }]);
    expect(one(root, "path.ssc-lasso").getAttribute("d")?.match(/M/g)).toHaveLength(3);
    model.put({ lasso: null });
    expect(root.querySelector("path.ssc-lasso")).toBeNull();
  });

  it("leaves the first group's outline while a second is drawn, and drawn again", async () => {
    const { model, root } = await show();
    one(root, "[role=region]").focus();
    press("l");
    const lasso = { preview_must: [] as [number, number][], must_links: 0 };
    const outlines = () => one(root, "path.ssc-lasso").getAttribute("d")?.match(/M\d+/g);
    drag(root, around(50, 250));
    model.put({ lasso: { ...lasso, indices: [0, 1], count: 2, group: null } });
    model.put({ lasso: { ...lasso, indices: [], count: 0, group: [0, 1] } });
    drag(root, around(350, 450));
    expect(outlines()).toEqual(["M50", "M350"]);
    model.put({ lasso: { ...lasso, indices: [3], count: 1, group: [0, 1] } });
    drag(root, around(260, 340));
    expect(outlines()).toEqual(["M50", "M260"]);
    model.put({ lasso: null });
    expect(root.querySelector("path.ssc-lasso")).toBeNull();
  });

  it("is dropped by Escape while it is drawn", async () => {
    const { model, root } = await show();
    one(root, "[role=region]").focus();
    press("l");
    const figure = one(root, ".ssc-figure");
    figure.dispatchEvent(new MouseEvent("pointerdown", { clientX: 50, clientY: 50, bubbles: true, composed: true }));
    window.dispatchEvent(new MouseEvent("pointermove", { clientX: 250, clientY: 150 }));
    expect(root.querySelector("path.ssc-lasso")).not.toBeNull();
    press("Escape");
    window.dispatchEvent(new MouseEvent("pointerup", { clientX: 250, clientY: 50 }));
    expect(root.querySelector("path.ssc-lasso")).toBeNull();
    expect(model.take()).toEqual([]);
  });

  it("offers links, a second group and labels", async () => {
    const { model, root } = await show();
    model.put({ lasso: { indices: [0, 1, 2], count: 3, preview_must: [[0, 1], [1, 2]], must_links: 2, group: null } });
    const items = () => [...root.querySelectorAll<HTMLElement>("[role=menuitem]")];
    expect(items().map((item) => item.textContent)).toEqual(["All must-link: 2 links", "Cannot-link with group…", "Label as…"]);
    items()[1]?.click();
    items()[2]?.click();
    expect(items().map((item) => item.textContent)).toEqual(["Cluster 1", "Cluster 2", "Back"]);
    items()[1]?.click();
    expect(model.take()).toEqual([{ type: "group", action: "cannot_first" }, { type: "group", action: "label", cluster: 1 }]);
    model.put({ lasso: { indices: [3], count: 1, preview_must: [], must_links: 0, group: [0, 1] } });
    items()[0]?.click();
    expect(model.take()).toEqual([{ type: "group", action: "cannot", indices: [3] }]);
  });

  it("can be made point by point with the keyboard", async () => {
    const { model, root } = await show();
    one(root, "[role=region]").focus();
    press("l");
    press("ArrowRight");
    press("Enter");
    expect(model.take()).toMatchObject([{ type: "select", indices: [expect.any(Number)] }]);
  });
});

describe("a kernel that is gone", () => {
  it("leaves the tables readable and every control off", async () => {
    const { model, root } = await show({ links: [link(1, 0, 1)], question: QUESTION, disconnected_text: "The kernel has stopped." });
    root.classList.add("jupyter-widgets-disconnected");
    await settle();
    expect(one(root, "[role=alert]").textContent).toBe("Disconnected. The kernel has stopped.");
    expect(status(root)).toContain("Disconnected");
    expect(one<HTMLButtonElement>(root, ".ssc-bar button").disabled).toBe(true);
    expect(one(root, "section.ssc-question").textContent).toContain("Paused until the kernel is back.");
    expect(one(root, "table").textContent).toContain("0 – 1");
    one(root, "[role=region]").focus();
    press("m");
    clickAt(root, 0);
    expect(model.take()).toEqual([]);
  });
});

describe("a kernel that the manager watches", () => {
  type Slot = (sender: unknown, value: unknown) => void;
  class Signal {
    readonly slots = new Set<Slot>();
    connect = (slot: Slot): void => void this.slots.add(slot);
    disconnect = (slot: Slot): void => void this.slots.delete(slot);
    emit = (value: unknown): void => this.slots.forEach((slot) => slot(this, value));
  }
  const connection = () => ({ statusChanged: new Signal(), connectionStatusChanged: new Signal(), kernelChanged: new Signal() });
  const isOff = (root: HTMLElement): boolean => root.hasAttribute("data-ssc-off");

  it.each([
    ["statusChanged", "dead"],
    ["statusChanged", "restarting"],
    ["connectionStatusChanged", "disconnected"],
    ["kernelChanged", { oldValue: {}, newValue: null }],
  ] as const)("is gone when %s says %o", async (name, value) => {
    const kernel = connection();
    const { root, dispose } = (view = await shown({}, { context: { sessionContext: kernel } }));
    expect(isOff(root)).toBe(false);
    kernel[name].emit(value);
    expect(isOff(root)).toBe(true);
    dispose();
    expect(kernel[name].slots.size).toBe(0);
  });

  it("is back when the connection was only lost, and stays gone once it has died", async () => {
    const kernel = connection();
    const { root } = (view = await shown({}, { kernel }));
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

describe("a long fit", () => {
  it("shows its bar after half a second, and Escape cancels it", async () => {
    const { model, root } = await show();
    vi.useFakeTimers();
    model.put({ fit: { text: "Fitting PCK-means, start 4 of 10", fraction: 0.4 } });
    const bar = one(root, "[role=progressbar]");
    vi.advanceTimersByTime(450);
    expect(bar.hidden).toBe(true);
    vi.advanceTimersByTime(100);
    expect(bar.hidden).toBe(false);
    expect(bar.getAttribute("aria-valuenow")).toBe("40");
    expect(status(root)).toBe("Fitting PCK-means, start 4 of 10");
    one(root, "[role=region]").focus();
    press("Escape");
    expect(model.take()).toEqual([{ type: "cancel" }]);
    model.put({ fit: null, status: "Cancelled. The last clustering stays." });
    expect(bar.hidden).toBe(true);
    vi.useRealTimers();
  });
});
