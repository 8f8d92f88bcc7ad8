import { describe, expect, it, vi } from "vitest";
import type { OracleRun, State } from "../../../src/contract";
import { again, link, one, press, STATE, shown } from "../../fixtures";

const RUN: OracleRun = {
  on: false,
  speed: "4",
  asked: 18,
  goal: 40,
  more: 0,
  wrong: 0,
  beside: ["random"],
  chart: { curves: [], levels: [[1, "1.0"]], steps: [[0, "0"]] },
  about: "Adjusted Rand index after 18 questions: NPU 0.98",
  lead: "Question 18",
  told: ": 1 – 3, must-link.",
  after: "One undo takes all of them back.",
  pair: { i: 1, j: 3, a: "1", b: "3" },
  count: "18 automatic answers",
};
const SETTINGS: State["settings"] = {
  ...STATE.settings,
  strategy: "npu",
  strategies: [
    ["npu", "NPU", "", ""],
    ["random", "Random", "", ""],
    ["minmax", "Min-Max", "", ""],
  ],
};
const TAUGHT: State = { ...STATE, settings: SETTINGS, oracle_run: RUN };

type Shown = Awaited<ReturnType<typeof shown>>;
const entry = ({ root }: Pick<Shown, "root">): HTMLElement => {
  one(root, "[aria-label=More]").click();
  const items = [...root.querySelectorAll<HTMLElement>("[role=menu][aria-label=More] button")];
  return items.find((item) => item.textContent?.startsWith("Simulate answers")) as HTMLElement;
};
const opened = async (state = TAUGHT) => {
  const view = await shown(state);
  entry(view).click();
  return { ...view, part: one(view.root, "[aria-label='Simulate answers']") };
};
const button = (part: HTMLElement, text: string): HTMLButtonElement =>
  [...part.querySelectorAll("button")].find((each) =>
    each.textContent?.startsWith(text),
  ) as HTMLButtonElement;
const menu = (root: HTMLElement, label: string) => one(root, `[role=menu][aria-label='${label}']`);

describe("answers from the true labels", () => {
  it("are offered without true labels, with what they need", async () => {
    const view = await shown({ ...STATE, oracle_run: null });
    const item = entry(view);
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(item.querySelector("small")?.textContent).toBe("needs known labels (pass y_true=)");
    item.click();
    expect(one(view.root, ".ssc-oracle").hidden).toBe(true);
  });

  it("open from the menu: the focus is on Play, the question is put away", async () => {
    const { root, part } = await opened();
    expect(part.hidden).toBe(false);
    expect(document.activeElement?.textContent).toBe("PlaySpace");
    expect(one(root, ".ssc-question").hidden).toBe(true);
    expect(one(part, ".ssc-sum").textContent).toBe("18 of 40");
    expect(one(part, ".ssc-oracletext").textContent).toBe(
      "Question 18: 1 – 3, must-link. One undo takes all of them back.",
    );
    expect(root.querySelector(".ssc-status")?.textContent).toContain("18 automatic answers");
    const names = [...root.querySelectorAll(".ssc-tag")].map((tag) => tag.textContent);
    expect(names).toEqual(["1", "3"]);
  });

  it("go on after the last by their number, not by a press that was to pause", async () => {
    const { model, root, part } = await opened();
    const now = vi.spyOn(performance, "now").mockReturnValue(5000);
    model.put({ oracle_run: { ...RUN, on: true, asked: 39 } });
    model.put({ oracle_run: { ...RUN, asked: 40, more: 40 } });
    one(root, "[role=region]").focus();
    press(" ");
    expect(model.take()).toEqual([]);
    now.mockReturnValue(6000);
    button(part, "40 more").click();
    expect(model.take()).toEqual([{ type: "oracle_play" }]);
    now.mockRestore();
  });

  it("are played and paused by the button and by Space on the plot", async () => {
    const { model, root, part } = await opened();
    button(part, "Play").click();
    expect(model.take()).toEqual([{ type: "oracle_play" }]);
    model.put({ oracle_run: { ...RUN, on: true } });
    expect(button(part, "Pause").querySelector("[data-icon=pause]")).not.toBe(null);
    expect(button(root, "Next question").disabled).toBe(true);
    one(root, ".ssc-figure").focus();
    press(" ");
    expect(model.take()).toEqual([{ type: "oracle_pause" }]);
  });

  it("leave Space to whatever has it: a button, and the plot while links are made", async () => {
    const { model, root, part } = await opened();
    part.querySelector<HTMLInputElement>("[type=checkbox]")?.focus();
    press(" ");
    one(root, ".ssc-figure").focus();
    one<HTMLInputElement>(root, "[aria-label=Mode] label:nth-child(2) input").click();
    one(root, ".ssc-figure").focus();
    press(" ");
    expect(model.take()).toEqual([]);
  });

  it.each(["Escape", "close", "cluster"])("pause when they are put away: %s", async (way) => {
    const { model, root, part } = await opened({ ...TAUGHT, oracle_run: { ...RUN, on: true } });
    one(root, ".ssc-figure").focus();
    if (way === "Escape") press("Escape");
    else if (way === "close") one(part, "[aria-label='Close simulation']").click();
    else one(root, ".ssc-legend button").click();
    expect(part.hidden).toBe(true);
    expect(model.take()).toContainEqual({ type: "oracle_pause" });
  });

  it("go on where another view that never had them is painted", async () => {
    const { model } = await opened({ ...TAUGHT, oracle_run: { ...RUN, on: true } });
    const other = await again(model);
    model.put({ oracle_run: { ...RUN, on: true, asked: 19 } });
    expect(one(other.root, ".ssc-oracle").hidden).toBe(true);
    expect(model.take()).toEqual([]);
  });

  it("are the same in two open views: speed, play and pause", async () => {
    const { model, part } = await opened();
    const view = await again(model);
    entry(view).click();
    const parts = [part, one(view.root, "[aria-label='Simulate answers']")];
    button(parts[1] as HTMLElement, "Play").click();
    expect(model.take()).toContainEqual({ type: "oracle_play" });
    model.put({ oracle_run: { ...RUN, on: true, speed: "max", asked: 19, lead: "Question 19" } });
    for (const each of parts) {
      expect(each.hidden).toBe(false);
      expect(button(each, "Pause").disabled).toBe(false);
      const speeds = [...each.querySelectorAll<HTMLInputElement>("[type=radio]")];
      expect(speeds.map((speed) => speed.checked)).toEqual([false, false, true]);
      expect(one(each, ".ssc-oracletext").textContent).toContain("Question 19");
    }
    button(part, "Pause").click();
    expect(model.take()).toContainEqual({ type: "oracle_pause" });
    model.put({ oracle_run: RUN });
    for (const each of parts) expect(button(each, "Play").disabled).toBe(false);
    view.dispose();
  });

  it("go at the speed that is chosen", async () => {
    const { model, part } = await opened();
    const radios = [...part.querySelectorAll<HTMLInputElement>("[type=radio]")];
    expect(radios.map((radio) => radio.checked)).toEqual([false, true, false]);
    radios[2]?.click();
    expect(model.take()).toEqual([{ type: "oracle_speed", value: "max" }]);
  });

  it.each([
    [40, [30, 50]],
    [1, [1, 10]],
    [15, [10, 20]],
    [10, [1, 20]],
  ])("are as many as wanted, in tens from %d", async (goal, expected) => {
    const { model, part } = await opened({ ...TAUGHT, oracle_run: { ...RUN, asked: 0, goal } });
    const fewer = one<HTMLButtonElement>(part, "[aria-label='Fewer questions']");
    if (goal > 1) fewer.click();
    else expect(fewer.disabled).toBe(true);
    one(part, "[aria-label='More questions']").click();
    const sent = expected.slice(goal > 1 ? 0 : 1);
    expect(model.take()).toEqual(sent.map((value) => ({ type: "oracle_goal", value })));
  });

  it("take a number that is typed, if it is more than were asked", async () => {
    const { model, part } = await opened();
    const input = one<HTMLInputElement>(part, "[aria-label='Number of questions']");
    for (const value of ["12", "77"]) {
      input.value = value;
      input.dispatchEvent(new Event("change"));
    }
    expect(model.take()).toEqual([{ type: "oracle_goal", value: 77 }]);
  });

  it("go on until nothing is left, and back to a number above those asked", async () => {
    const { model, part } = await opened({ ...TAUGHT, oracle_run: { ...RUN, asked: 0, goal: 1 } });
    const box = one<HTMLInputElement>(part, "[type=checkbox]");
    box.click();
    expect(model.take()).toEqual([{ type: "oracle_goal", value: null }]);
    model.put({ oracle_run: { ...RUN, asked: 25, goal: null } });
    expect(one(part, ".ssc-sum").textContent).toBe("25");
    expect(one(part, ".ssc-spin").hidden).toBe(true);
    box.click();
    expect(model.take()).toEqual([{ type: "oracle_goal", value: 35 }]);
  });

  it("have other strategies beside, and a share of wrong ones", async () => {
    const { model, root, part } = await opened();
    const beside = one(part, "[aria-label='Strategies to compare: Random']");
    beside.click();
    const items = [...menu(root, "Strategies to compare").querySelectorAll("button")];
    expect(items.map((item) => item.getAttribute("aria-checked"))).toEqual([
      "false",
      "true",
      "false",
    ]);
    items[2]?.click();
    beside.click();
    menu(root, "Strategies to compare").querySelectorAll("button")[1]?.click();
    one(part, "[aria-label='Wrong answers: 0 %']").click();
    menu(root, "Share of wrong answers").querySelectorAll("button")[3]?.click();
    expect(model.take()).toEqual([
      { type: "oracle_beside", value: ["random", "minmax"] },
      { type: "oracle_beside", value: [] },
      { type: "oracle_wrong", value: 20 },
    ]);
    model.put({ oracle_run: { ...RUN, beside: ["random", "minmax"], wrong: 20 } });
    expect(beside.textContent).toBe("Random + 1");
  });

  it("are marked in the table of constraints", async () => {
    const links = [link(1, 0, 1), link(2, 1, 2, { source: "automatic" })];
    const { root } = await shown({ ...TAUGHT, links });
    const rows = [...root.querySelectorAll(".ssc-con tbody tr")].map((row) => row.textContent);
    expect(rows.filter((row) => row?.includes("auto"))).toHaveLength(1);
    expect(rows.find((row) => row?.includes("auto"))).toContain("1 – 2");
  });

  it("cannot be played while the kernel is gone", async () => {
    const { model, part } = await opened();
    model.put({ ended: "This session was closed." });
    expect(button(part, "Play").disabled).toBe(true);
  });
});
