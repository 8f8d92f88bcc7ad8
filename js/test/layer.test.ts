import { describe, expect, it, vi } from "vitest";
import {
  again,
  CONFLICT,
  clickAt,
  link,
  note,
  observers,
  one,
  press,
  QUESTION,
  shown,
  status,
} from "./fixtures";

describe("a view", () => {
  it("finds the figure, makes it a region and paints its dots", async () => {
    const { root } = await shown();
    const region = one(root, "[role=region][aria-label='Clustering plot']");
    expect(region.tabIndex).toBe(0);
    const clusters = [...root.querySelectorAll(".dot")].map((dot) =>
      dot.getAttribute("data-cluster"),
    );
    expect(clusters).toEqual(["0", "0", "1", "1"]);
    expect(root.dataset.lmSuppressShortcuts).toBe("true");
  });

  it("ignores a state that is older than the one it shows", async () => {
    const { model, root } = await shown();
    model.put({ status: "new", revision: 9 });
    model.put({ status: "old", revision: 8 }, [1, 1, 1, 1]);
    expect(status(root)).toBe("new");
    expect(one(root, "[data-index='0']").getAttribute("data-cluster")).toBe("0");
  });

  it("shows names as text, never as markup", async () => {
    const evil = "<script>alert(1)</script><img src=x onerror=alert(2)>";
    const { model, root } = await shown({
      names: true,
      links: [link(1, 0, 1, { a: evil, b: "<b>b</b>" })],
      question: {
        ...QUESTION,
        title: evil,
        a: evil,
        reason: evil,
        features: [{ name: evil, values: [evil, "1"], bars: [0, 1] }],
      },
      status: evil,
      error: evil,
      clusters: [{ id: 0, name: evil, size: 4 }],
    });
    model.tell({
      type: "describe",
      index: 0,
      step: null,
      title: evil,
      rows: [[evil, evil]],
      image: "javascript:alert(3)",
    });
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
    const { model, root, dispose } = await shown({ question: QUESTION });
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
    const { model, root } = await shown();
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

  it("minds its own business beside another widget", async () => {
    const { model, root } = await shown();
    const other = await shown();
    clickAt(root, 0);
    press("m");
    clickAt(other.root, 1);
    expect(model.take()).toEqual([]);
    expect(note(other.root)).toContain("1 selected");
    clickAt(root, 2);
    expect(model.take()).toEqual([{ type: "link", i: 0, j: 2, kind: "must" }]);
    expect(other.model.take()).toEqual([]);
    other.dispose();
  });
});
