import { describe, expect, it } from "vitest";
import type { Param } from "../../../src/contract";
import { parsed } from "../../../src/ui/parameter_fields";
import { one, press, STATE, shown } from "../../fixtures";

describe("the form of parameters", () => {
  const typed = (field: HTMLInputElement, value: string): void => {
    field.value = value;
    field.dispatchEvent(new Event("input"));
    field.dispatchEvent(new Event("change"));
  };
  const refused = {
    error: "Max iter: 0 must be 1 or more",
    refused: { what: "param", name: "max_iter", text: "0 must be 1 or more." },
  } as const;

  it("has a field for each, and sends a number as a number", async () => {
    const { model, root } = await shown();
    one(root, "[aria-label=Parameters]").click();
    const field = one<HTMLInputElement>(root, "[aria-label='Max iter']");
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe("100");
    typed(field, "0");
    expect(model.take()).toEqual([{ type: "set", what: "param", name: "max_iter", value: 0 }]);
    press("Escape");
    expect(document.activeElement).toBe(one(root, "[aria-label=Parameters]"));
  });

  it("keeps what was refused, and says why beside it and nowhere else", async () => {
    const { model, root } = await shown();
    one(root, "[aria-label=Parameters]").click();
    const field = one<HTMLInputElement>(root, "[aria-label='Max iter']");
    typed(field, "0");
    model.put(refused);
    expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["0", "true"]);
    const [, about = ""] = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(document.getElementById(about)?.textContent).toBe("0 must be 1 or more.");
    expect(one(root, ".ssc-notice").hidden).toBe(true);
    model.put({ status: "a fit that ended meanwhile" });
    expect(field.value).toBe("0");
    typed(field, "50");
    const [param] = STATE.settings.params;
    const params = param ? [{ ...param, value: 50 }] : [];
    model.put({ error: null, refused: null, settings: { ...STATE.settings, params } });
    expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["50", null]);
  });

  it("takes a refused value with it when it is closed", async () => {
    const { model, root } = await shown();
    one(root, "[aria-label=Parameters]").click();
    typed(one<HTMLInputElement>(root, "[aria-label='Max iter']"), "0");
    model.put(refused);
    model.take();
    press("Escape");
    expect(model.take()).toEqual([{ type: "dismiss_error" }]);
  });

  it("leaves what another view was refused to the notice", async () => {
    const { model, root } = await shown();
    model.put(refused);
    expect(one(root, ".ssc-notice").textContent).toContain("Max iter: 0 must be");
    expect(one(root, ".ssc-notice").hidden).toBe(false);
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
    expect(method.getAttribute("aria-describedby")).toContain(one(root, ".ssc-about").id);
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
