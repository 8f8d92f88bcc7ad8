import { describe, expect, it } from "vitest";
import { link, one, shown } from "../fixtures";

describe("the links on the plot", () => {
  it("draws all halos as one, under the lines, and the violated on top", async () => {
    const { root } = await shown({ links: [link(1, 0, 1, { violated: true }), link(2, 1, 3)] });
    const layer = one(root, ".ssc-links");
    expect(layer.firstElementChild?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
    const answers = [...layer.querySelectorAll(".ssc-link")].map((line) =>
      line.getAttribute("data-answer"),
    );
    expect(answers).toEqual(["2", "1"]);
  });

  it("draws one line for each link, and marks its ends", async () => {
    const { root } = await shown({
      links: [link(1, 0, 1), link(2, 1, 3, { kind: "cannot", violated: true })],
    });
    const kinds = [...root.querySelectorAll(".ssc-link")].map((line) =>
      line.getAttribute("data-kind"),
    );
    expect(kinds).toEqual(["must", "cannot"]);
    expect(root.querySelectorAll(".ssc-link .ssc-mark")).toHaveLength(1);
    expect(root.querySelectorAll("[data-linked]")).toHaveLength(3);
  });
});
