import { describe, expect, it } from "vitest";
import { link, one, shown } from "../../fixtures";

const LINKS = [link(1, 0, 1, { who: "Ann" }), link(2, 1, 2, { who: "Bob" })];

describe("whose answers are listed", () => {
  it("is asked only where more than one person has answered", async () => {
    const { model, root } = await shown({ links: LINKS.slice(0, 1) });
    const box = one(root, ".ssc-whofilter");
    expect(box.hidden).toBe(true);
    model.put({ links: LINKS });
    expect(box.hidden).toBe(false);
    const select = one<HTMLSelectElement>(box, "select");
    expect([...select.options].map(({ text }) => text)).toEqual(["all people", "Ann", "Bob"]);
    const rows = (): number => root.querySelectorAll("tbody tr[data-answer]").length;
    expect(rows()).toBe(2);
    select.value = "by Bob";
    select.dispatchEvent(new Event("change"));
    expect(rows()).toBe(1);
    expect(root.querySelector("tr[data-answer='2']")).not.toBe(null);
    model.put({ links: LINKS.slice(0, 1) });
    expect(rows()).toBe(1);
  });
});
