import { describe, expect, it } from "vitest";
import type { Param } from "../../src/contract";
import { parsed } from "../../src/panels/parameters";
import { one, press, STATE, shown } from "../fixtures";

describe("the form of parameters", () => {
  it("has a field for each, and sends a number as a number", async () => {
    const { model, root } = await shown();
    one(root, "[aria-label=Parameters]").click();
    const field = one<HTMLInputElement>(root, "[aria-label='Max iter']");
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe("100");
    field.value = "0";
    field.dispatchEvent(new Event("input"));
    field.dispatchEvent(new Event("change"));
    expect(model.take()).toEqual([{ type: "set", what: "param", name: "max_iter", value: 0 }]);
    model.put({ error: "PCKMeans: max_iter=0 must be an integer >= 1" });
    expect(field.value).toBe("100");
    expect(one(root, ".ssc-notice").textContent).toContain("max_iter=0");
    press("Escape");
    expect(document.activeElement).toBe(one(root, "[aria-label=Parameters]"));
  });

  it("has fields for the strategy, in words, and says what the field in use is about", async () => {
    const strategy_params: Param[] = [
      {
        name: "method",
        label: "Method",
        type: "choice",
        value: "a_b",
        options: [null, "a_b"],
        option_names: ["none", "a b"],
        help: "How.",
      },
    ];
    const { model, root } = await shown({ settings: { ...STATE.settings, strategy_params } });
    one(root, "[aria-label=Parameters]").click();
    expect([...root.querySelectorAll("legend")].map((legend) => legend.textContent)).toEqual([
      "PCK-means",
      "NPU",
    ]);
    expect(one(root, ".ssc-about").textContent).toBe("an integer >= 1");
    const method = one<HTMLSelectElement>(root, "select[aria-label=Method]");
    expect(method.selectedOptions[0]?.textContent).toBe("a b");
    method.focus();
    expect(one(root, ".ssc-about").textContent).toBe("How.");
    expect(method.getAttribute("aria-describedby")).toBe(one(root, ".ssc-about").id);
    method.selectedIndex = 0;
    method.dispatchEvent(new Event("change"));
    expect(model.take()).toEqual([
      { type: "set", what: "strategy_param", name: "method", value: null },
    ]);
  });

  it("offers a fit from the clusterer's own starts", async () => {
    const { model, root } = await shown();
    one(root, "[aria-label=Parameters]").click();
    one(root, ".ssc-afresh").click();
    expect(model.take()).toEqual([{ type: "refit" }]);
  });

  it("leaves text that is no number for the kernel to explain", () => {
    expect(parsed(" 1e-3 ", { type: "real" })).toBe(0.001);
    expect(parsed("many", { type: "int" })).toBe("many");
    expect(parsed("", { type: "int", nullable: true })).toBeNull();
    expect(parsed("", { type: "int" })).toBe("");
    expect(parsed("12", { type: "text" })).toBe("12");
  });
});
