/** Copies carry their own style, in colours that every viewer knows. */

import { expect, it } from "vitest";
import { s } from "../../../src/core/dom";
import { inlined, plainColour } from "../../../src/features/export/inline_styles";

it("writes modern colours as every viewer knows them", () => {
  expect(plainColour("color(srgb 0.26 0.5 1)")).toBe("rgb(66,128,255)");
  expect(plainColour("color(srgb 0 0 0 / 0.62)")).toBe("rgba(0,0,0,0.62)");
  expect(plainColour("#fff")).toBe("#fff");
});

it("copies an element with its groups, and nothing that a style sheet would read", () => {
  const root = document.createElement("div");
  const line = s("line", { class: "ssc-line", x1: 1, style: "stroke: red", "data-kind": "must" });
  const gone = s("line", { style: "opacity: 0" });
  const group = s("g", { class: "ssc-links", transform: "translate(3 4)" }, line, gone);
  root.append(s("svg", {}, group));
  document.body.append(root);
  const [copy] = inlined([line], root);
  expect(copy?.outerHTML).toContain('transform="translate(3 4)"');
  expect(copy?.querySelector("line")?.getAttribute("stroke")).toBe("red");
  expect(copy?.outerHTML).not.toMatch(/class|style|data-/);
  const [whole] = inlined([group], root);
  expect(whole?.querySelectorAll("line")).toHaveLength(1);
  expect(document.querySelector(".ssc-root")).toBeNull();
  expect(line.getAttribute("class")).toBe("ssc-line");
  root.remove();
});
