import { expect, it } from "vitest";
import { one, shown } from "../../fixtures";

it("is calm where it tells something about the data, and an alarm where something failed", async () => {
  const { model, root } = await shown({
    error: "Principal components are clustered.",
    is_note: true,
  });
  const notice = one(root, ".ssc-notice");
  expect(notice.textContent).toContain("Principal components");
  expect(notice.hasAttribute("data-advice")).toBe(true);
  model.put({ error: "The fit failed.", is_note: false });
  expect(notice.hasAttribute("data-advice")).toBe(false);
  notice.querySelector("button")?.click();
  expect(model.take()).toEqual([{ type: "dismiss_error" }]);
});
