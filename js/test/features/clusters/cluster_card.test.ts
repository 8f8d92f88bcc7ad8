import { expect, it } from "vitest";
import type { ClusterCard, Example } from "../../../src/contract";
import { one, shown } from "../../fixtures";

const example = (i: number, more: Partial<Example> = {}): Example => ({
  i,
  name: `row ${i}`,
  image: false,
  text: "",
  ...more,
});

function card(typical: Example[], doubtful: Example[] = []): ClusterCard {
  return {
    type: "cluster",
    id: 0,
    name: "Cluster 1",
    about: "2 points",
    features: [],
    shares: [],
    typical,
    doubtful,
    partners: [],
    after: "",
  };
}

async function open(told: ClusterCard) {
  const { model, root } = await shown();
  one(root, ".ssc-leg").click();
  model.tell(told);
  const buttons = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(".ssc-point")];
  const first = (): boolean =>
    one(root, ".ssc-examples").nextElementSibling === one(root, ".ssc-apart");
  return { model, root, buttons, first };
}

it("are names below the edits where there is nothing else to show", async () => {
  const { buttons, first } = await open(card([example(0), example(1)], [example(2)]));
  expect(buttons().map(({ textContent }) => textContent)).toEqual(["row 0", "row 1", "row 2"]);
  expect(buttons()[0]?.getAttribute("aria-label")).toBeNull();
  expect(first()).toBe(false);
});

it("are texts above the features, said with the name of the point, and markup is text", async () => {
  const text = "The <b>parcel</b> was late";
  const { root, buttons, first } = await open(card([example(0, { text })]));
  expect(buttons()[0]?.textContent).toBe(text);
  expect(root.querySelector(".ssc-point b")).toBeNull();
  expect(buttons()[0]?.getAttribute("aria-label")).toBe(`Point row 0: ${text}`);
  expect(first()).toBe(true);
});

it("are images once they have come, and names where none can be drawn", async () => {
  const { model, buttons, first } = await open(
    card([example(0, { image: true }), example(1, { image: true })]),
  );
  expect(buttons()[0]?.querySelector("img")).toBeNull();
  const png = "data:image/png;base64,AAAA";
  model.tell({
    type: "images",
    images: [
      [0, png],
      [1, "javascript:alert(1)"],
    ],
  });
  expect(buttons()[0]?.querySelector("img")?.getAttribute("src")).toBe(png);
  expect(buttons()[0]?.getAttribute("aria-label")).toBe("Image of point row 0");
  expect(buttons()[1]?.textContent).toBe("row 1");
  expect(first()).toBe(true);
});
