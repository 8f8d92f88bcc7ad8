import { describe, expect, it } from "vitest";
import { note, one, shown, status } from "../../fixtures";

const NONE = {
  ...{ size: 3, lead: "3 of 8 points", rest: "belong to no cluster, found by the fit." },
  ...{ said: [], more: "" },
};
const step = (n: number) => ({
  n,
  lead: `${n} points`,
  rest: `would join ${n} clusters`,
  note: ["If taken in:", `${n} points join ${n} clusters`],
  text: `At ${n}.5 times their reach: ${n} points would join ${n} clusters.`,
});
const REPLY = { type: "near_clusters", moment: "1.1", note: "", steps: [step(1), step(2)] };

const buffers = (): DataView[] => [
  new DataView(new Uint32Array([2, 3]).buffer),
  new DataView(new Uint16Array([1, 0]).buffer),
];

async function opened(reply: object = REPLY) {
  const view = await shown({ no_cluster: NONE });
  view.model.take();
  one(view.root, ".ssc-noneleg").click();
  const asked = view.model.take();
  view.model.tell(reply, buffers());
  return { ...view, asked, slider: one<HTMLInputElement>(view.root, ".ssc-reach") };
}

type Opened = Awaited<ReturnType<typeof opened>>;

function move({ slider }: Opened, to: number): void {
  slider.value = String(to);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

const outlines = (root: Element): number => root.querySelectorAll(".ssc-target-outline").length;
const button = (root: Element): HTMLElement => one(root, ".ssc-reach ~ .ssc-row button");
const isShown = (slider: Element): boolean => !slider.closest("[hidden]");

describe("the reach of clusters", () => {
  it("has a position for each step, and previews the points that would join", async () => {
    const view = await opened();
    const { root, slider, asked } = view;
    expect(asked).toEqual([{ type: "near_clusters" }]);
    expect([slider.max, slider.value]).toEqual(["2", "0"]);
    expect(slider.getAttribute("aria-valuetext")).toBe("No point would join a cluster");
    expect(outlines(root)).toBe(0);
    move(view, 1);
    expect(outlines(root)).toBe(1);
    expect(slider.getAttribute("aria-valuetext")).toBe(step(1).text);
    move(view, 2);
    expect(outlines(root)).toBe(2);
    expect(note(root)).toContain("2 points join 2 clusters");
    expect(one(root, ".ssc-reach ~ .ssc-row span").textContent).toBe(
      "2 points would join 2 clusters",
    );
    move(view, 0);
    expect(outlines(root)).toBe(0);
    expect(note(root)).not.toContain("If taken in");
  });

  it("takes in the points of the position", async () => {
    const view = await opened();
    const { model, root, slider } = view;
    expect(button(root).getAttribute("aria-disabled")).toBe("true");
    button(root).click();
    expect(model.take()).toEqual([]);
    expect(status(root)).toContain("Move the slider first");
    move(view, 2);
    expect(button(root).getAttribute("aria-disabled")).toBe(null);
    button(root).click();
    expect(model.take()).toEqual([{ type: "take_in", moment: "1.1", step: 2 }]);
    expect([slider.value, outlines(root)]).toEqual(["0", 0]);
  });

  it("is asked for again when the state changes, and begins anew with other clusters", async () => {
    const view = await opened();
    const { model, root, slider } = view;
    move(view, 1);
    model.put({ revision: 50 });
    expect(model.take()).toEqual([{ type: "near_clusters" }]);
    model.tell(REPLY, buffers());
    expect([slider.value, outlines(root)]).toEqual(["1", 1]);
    model.put({ revision: 51 });
    model.tell({ ...REPLY, moment: "2.2", steps: [step(1)] }, buffers());
    expect([slider.max, slider.value, outlines(root)]).toEqual(["1", "0", 0]);
  });

  it("is not there without points nearby, or says why none can join", async () => {
    const { model, root, slider } = await opened({ ...REPLY, steps: [] });
    expect(isShown(slider)).toBe(false);
    model.tell({ ...REPLY, steps: [], note: "Answers keep them apart." }, []);
    expect(isShown(slider)).toBe(false);
    expect(one(root, ".ssc-out").textContent).toContain("Answers keep them apart.");
    model.tell(REPLY, buffers());
    expect(isShown(slider)).toBe(true);
  });

  it("is put back when the list is closed", async () => {
    const view = await opened();
    const { model, root, slider } = view;
    move(view, 2);
    one(root, ".ssc-noneleg").click();
    expect([slider.value, outlines(root)]).toEqual(["0", 0]);
    model.tell(REPLY, buffers());
    expect(outlines(root)).toBe(0);
  });
});
