import { describe, expect, it, vi } from "vitest";
import type { Frame, StepsHead } from "../../../src/contract";
import { Colours } from "../../../src/plot/painters/theme_colours";
import { one, press, shown } from "../../fixtures";

const HEAD: StepsHead = {
  type: "steps",
  fit: "1",
  fresh: false,
  making: false,
  text: "",
  warm: false,
  kinds: ["Seed", "Assign", "Recentre"],
  last: 2,
  curve: [null, 1, 0],
  centre_paths: [
    [
      [0.2, 0.2],
      [0.8, 0.8],
    ],
    [
      [0.3, 0.2],
      [0.8, 0.7],
    ],
  ],
  axes_note: "",
  tree: null,
};

const frame = (step: number): Frame => ({
  step,
  kind: HEAD.kinds[step] as string,
  lead: "",
  text: `Sentence ${step}.`,
  iteration: step ? "iteration 1 of 1" : "start",
  note: [
    `Step ${step + 1} of 3:`,
    step === 2 ? "the clustering shown" : "not the final clustering",
  ],
  status: `Status ${step}`,
  objective: step ? "4.2" : "",
  centres: step === 2 ? 1 : 0,
  ellipses: [],
  bars: [{ name: "petal", text: "2.00", now: 1, before: 0.5 }],
  pulls: [],
  pulling: "",
  sizes: step ? [2, 3] : [],
  clusters: 2,
});

async function opened() {
  const { model, root } = await shown();
  one<HTMLButtonElement>(root, "button[aria-label=More]").click();
  const items = [...root.querySelectorAll<HTMLButtonElement>("[role=menuitem]")];
  items.find((item) => item.textContent?.includes("How this fit"))?.click();
  model.tell(HEAD);
  const { n } = model.get("state") as { n: number };
  const bytes = Uint8Array.from({ length: 3 * n }, (_, k) => (Math.floor(k / n) === 1 ? 1 : 0));
  const reply = { type: "frames", fit: "1", itemsize: 1, frames: [0, 1, 2].map(frame) };
  for (const callback of model.handlers.get("msg:custom") ?? [])
    (callback as (...all: unknown[]) => void)(reply, [new DataView(bytes.buffer)]);
  return { model, root, steps: one(root, ".ssc-steps"), note: one(root, ".ssc-note") };
}

describe("the steps of a fit", () => {
  it("are asked for once, and shown with what each says", async () => {
    const { model, steps, note } = await opened();
    const asked = model.take().filter(({ type }) => type === "steps" || type === "frames");
    expect(asked).toEqual([
      { type: "steps", fresh: false },
      { type: "frames", fit: "1", first: 0, last: 2 },
    ]);
    expect(steps.hidden).toBe(false);
    expect(note.textContent).toContain("Step 1 of 3:");
    expect(steps.textContent).toContain("Sentence 0.");
    press("ArrowRight");
    expect(note.textContent).toContain("Step 2 of 3:");
    expect(one(steps, ".ssc-kinds [aria-pressed=true]").textContent).toBe("Assign");
  });

  it("say what the marks on the plot mean", async () => {
    const { steps } = await opened();
    expect(steps.textContent).toContain("Large hollow mark: the centre of a cluster");
    expect(steps.textContent).not.toContain("Ellipse");
  });

  it("go to both ends by keys, and no further", async () => {
    const { note, root } = await opened();
    press("End");
    expect(note.textContent).toContain("the clustering shown");
    press("ArrowRight");
    expect(note.textContent).toContain("Step 3 of 3:");
    expect(one(root, "[role=status]").textContent).toBe("Status 2");
    press("Home");
    press("ArrowLeft");
    expect(note.textContent).toContain("Step 1 of 3:");
  });

  it("colour the points as they were then, until they are put away", async () => {
    const restyled = vi.spyOn(Colours.prototype, "forget");
    const { model, root, steps } = await opened();
    expect(root.hasAttribute("data-ssc-unset")).toBe(true);
    const before = restyled.mock.calls.length;
    press("ArrowRight");
    expect(root.hasAttribute("data-ssc-unset")).toBe(false);
    expect(restyled.mock.calls.length, "a canvas takes colours in place of grey").toBe(before + 1);
    const sizes = [...root.querySelectorAll(".ssc-leg .ssc-num")].map((each) => each.textContent);
    expect(sizes.slice(0, 2)).toEqual(["2", "3"]);
    press("Escape");
    expect(steps.hidden).toBe(true);
    expect(root.hasAttribute("data-ssc-steps")).toBe(false);
    expect(model.take().at(-1)).toEqual({ type: "leave_steps" });
  });

  it("play and pause with the space bar", async () => {
    const { steps } = await opened();
    press(" ");
    expect(one(steps, ".ssc-play").textContent).toContain("Pause");
    press(" ");
    expect(one(steps, ".ssc-play").textContent).toContain("Play");
  });
});
